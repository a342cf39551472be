import type { LaunchOptions } from '@playwright/test';

export function findChromium(): string | null;
export function ensureChromium(): string;
export function launchOptions(executablePath: string | undefined): LaunchOptions;
