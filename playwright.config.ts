import { defineConfig, devices } from '@playwright/test';
import { findChromium, launchOptions } from './scripts/browser.mjs';

const executablePath = findChromium() ?? undefined;

export default defineConfig({
  testDir: './test/browser',
  globalSetup: './test/browser/setup.ts',
  timeout: 60_000,
  workers: 1,
  retries: 0,
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    launchOptions: launchOptions(executablePath),
    timezoneId: 'Europe/Berlin',
    trace: 'retain-on-failure',
  },
  outputDir: './test-results',
});
