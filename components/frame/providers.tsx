'use client';

import { type CSSVariablesResolver, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { theme } from '../theme';

const tokens = {
  '--mantine-color-body': 'var(--cw-panel)',
  '--mantine-color-text': 'var(--cw-text)',
  '--mantine-color-dimmed': 'var(--cw-dim)',
  '--mantine-color-placeholder': 'var(--cw-dim)',
  '--mantine-color-default': 'var(--cw-panel)',
  '--mantine-color-default-hover': 'var(--cw-hover)',
  '--mantine-color-default-color': 'var(--cw-text)',
  '--mantine-color-default-border': 'var(--cw-line-strong)',
};
const resolver: CSSVariablesResolver = () => ({ variables: {}, light: tokens, dark: tokens });

/** Mantine under Capwatch's tokens, in the system's colour scheme until the viewer chooses one. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" cssVariablesResolver={resolver}>
      {children}
    </MantineProvider>
  );
}
