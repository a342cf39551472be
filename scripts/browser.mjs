// Finds a Chromium for the browser tests, or gets one: Playwright's own, else the system's package.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Path of a browser that is here already, or null. CAPWATCH_CHROMIUM wins. */
export function findChromium() {
  const own = chromium.executablePath();
  return [process.env.CAPWATCH_CHROMIUM, own, ...SYSTEM].find((path) => path && existsSync(path)) ?? null;
}

/** Makes sure that there is a browser; throws with what to do when none can be had. */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  const attempts = [['npx', ['playwright', 'install', 'chromium']]];
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    attempts.push([
      'sh',
      ['-c', 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium'],
    ]);
  }
  const failures = [];
  for (const [command, args] of attempts) {
    console.error(`No Chromium here; trying: ${command} ${args.join(' ')}`);
    try {
      execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 10 * 60_000 });
    } catch (error) {
      failures.push(`${command}: ${error.message.split('\n')[0]}`);
    }
    const path = findChromium();
    if (path) return path;
  }
  throw new Error(
    `The browser tests need Chromium and none could be installed (${failures.join('; ')}). ` +
      'Install Chromium with your system and name it in CAPWATCH_CHROMIUM.',
  );
}

/** Launch options that work on a desktop, in CI and as root. */
export function launchOptions(executablePath) {
  const args = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  return { executablePath, args };
}
