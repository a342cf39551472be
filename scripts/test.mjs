// The whole test set: build, unit and property tests, then the built product in a real browser.
// Last line: "N passed, N failed". Arguments are given to Vitest, and then the browser tests do not run.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './browser.mjs';

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'capwatch-test-'));
const total = { passed: 0, failed: 0, skipped: 0 };

function run(command, args, env = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1;
}

/** A runner that died without a report, or that reports success and exits otherwise, counts as one failure. */
function add(what, status, file, count) {
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  const got = report ? count(report) : { passed: 0, failed: 0, skipped: 0 };
  if (status !== 0 && got.failed === 0) {
    console.error(`${what} ended with code ${status}${report ? '' : ' and left no report'}`);
    got.failed = 1;
  }
  for (const key of Object.keys(total)) total[key] += got[key];
}

const chosen = process.argv.slice(2);
const started = Date.now();

if (run(process.execPath, ['scripts/build.mjs', '--if-needed']) !== 0) {
  console.log('The build failed, so nothing was tested.\n0 passed, 1 failed');
  process.exit(1);
}

const units = join(reports, 'vitest.json');
add(
  'vitest',
  run('npx', ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${units}`, ...chosen]),
  units,
  (report) => ({
    passed: report.numPassedTests,
    failed:
      report.numFailedTests +
      report.testResults.filter((f) => f.status === 'failed' && f.assertionResults.length === 0).length,
    skipped: report.numPendingTests,
  }),
);

if (chosen.length === 0) {
  try {
    const browser = join(reports, 'playwright.json');
    const chromium = ensureChromium();
    const status = run('npx', ['playwright', 'test', '--reporter=list,json'], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: browser,
      CAPWATCH_CHROMIUM: chromium,
    });
    add('playwright', status, browser, ({ stats }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
    }));
  } catch (error) {
    console.error(error.message);
    total.failed += 1;
  }
}

rmSync(reports, { recursive: true, force: true });
if (total.skipped > 0) console.log(`${total.skipped} skipped (each says why above)`);
console.log(`took ${Math.round((Date.now() - started) / 1000)} s`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
