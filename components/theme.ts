import { createTheme, type MantineColorsTuple } from '@mantine/core';

const ice: MantineColorsTuple = [
  '#eaf4fd',
  '#d5e7f8',
  '#a8cdf0',
  '#78b2e8',
  '#4f9ae0',
  '#2f86c9',
  '#0f6cbd',
  '#0b5cad',
  '#0a4f93',
  '#073a6d',
];

/** Mantine in Capwatch's sizes and colours; the tokens of globals.css carry the rest. */
export const theme = createTheme({
  primaryColor: 'ice',
  primaryShade: { light: 6, dark: 6 },
  colors: { ice },
  fontFamily: 'var(--cw-font)',
  fontFamilyMonospace: 'var(--cw-mono)',
  defaultRadius: 6,
  cursorType: 'pointer',
  focusRing: 'never',
  respectReducedMotion: true,
  fontSizes: { xs: '12px', sm: '13px', md: '13.5px', lg: '15px', xl: '18px' },
  components: {
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  },
});
