'use client';

import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { Icon } from '../icons';

const SCHEMES = [
  ['auto', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** Light, dark, or as the system wishes. */
export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon aria-label="Theme" title="Theme">
          <Icon name="theme" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map(([scheme, word]) => (
          <Menu.Item key={scheme} onClick={() => setColorScheme(scheme)}>
            {word}
            {colorScheme === scheme ? ' ✓' : ''}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
