import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import Database from 'better-sqlite3';
import { makeAgentHome } from './agent-home';
import { type Product, startProduct } from './product';

const SESSIONS = 40;

let person: string;
let home: string;
let product: Product | null = null;
test.beforeEach(() => {
  person = makeAgentHome(SESSIONS);
  home = mkdtempSync(join(tmpdir(), 'capwatch-found-'));
});
test.afterEach(async () => {
  await product?.stop();
  product = null;
  for (const folder of [person, home]) rmSync(folder, { recursive: true, force: true });
});

async function start(args: string[] = []): Promise<string> {
  product = await startProduct(args, { home, person });
  return product.url;
}

function ask<T>(query: string): T[] {
  const path = join(home, 'own.db');
  if (!existsSync(path)) return [];
  const db = new Database(path, { readonly: true });
  try {
    return db.prepare<[], T>(query).all();
  } finally {
    db.close();
  }
}

const count = (table: string) => ask<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)[0]?.n ?? 0;
const found = (page: Page) => page.getByRole('region', { name: 'Found on this machine' });

test('own capped calls are on the overview within a minute of one click, and nothing is read before it', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const url = await start();
  await page.goto(url);
  await expect(found(page)).toContainText(`${SESSIONS} files`, { timeout: 20_000 });
  await expect(found(page)).toContainText('~/.claude/projects');
  await expect(found(page)).toContainText('~/.codex/sessions');
  expect(product?.said()).toContain('Found agent logs: Claude Code (~/.claude/projects: 40 files');
  expect(product?.said()).toContain('Nothing of it was read.');
  expect([count('sources'), count('calls')]).toEqual([0, 0]);
  await page.waitForTimeout(1_500);
  expect(count('sources')).toBe(0);

  const clicked = Date.now();
  await found(page).getByRole('button', { name: 'Read and follow all 2' }).click();
  await expect(page.getByText('You are looking at your own data.')).toBeVisible({ timeout: 60_000 });
  // The first file that was read may hold calls of the other program only.
  await expect(page.getByRole('link', { name: 'mcp__tracker__list_issues' }).first()).toBeVisible({ timeout: 60_000 });
  const took = Date.now() - clicked;
  console.log(`own calls on the overview ${took} ms after the click`);
  expect(took).toBeLessThan(60_000);
  // The sample month is being loaded beside it, which takes its share of the machine.
  await expect.poll(() => count('sources'), { timeout: 120_000 }).toBe(2 * SESSIONS);
  const capped = ask<{ tool: string; n: number }>(
    "SELECT tool, count(*) AS n FROM calls WHERE verdict IN ('flagged', 'silent', 'stale') GROUP BY tool ORDER BY tool",
  );
  expect(capped).toEqual([
    { tool: 'mcp__tracker__list_issues', n: SESSIONS },
    { tool: 'shell', n: SESSIONS },
  ]);
  // Only what was named: nothing else of the folders beside them.
  expect(
    ask<{ path: string }>('SELECT path FROM sources').filter(({ path }) => path.endsWith('settings.json')),
  ).toEqual([]);
});

test('one program is read alone, followed while it grows, after a new start too, and until someone says stop', async ({
  page,
}) => {
  const flags = ['--no-sample'];
  await page.goto(`${await start(flags)}/sources`);
  const read = found(page).getByRole('button', { name: 'Read and follow Claude Code' });
  await read.focus();
  await page.keyboard.press('Enter');
  await expect(found(page).getByRole('button', { name: 'Stop following Claude Code' })).toBeVisible({
    timeout: 20_000,
  });
  await expect.poll(() => count('sources'), { timeout: 30_000 }).toBe(SESSIONS);
  expect(ask<{ n: number }>("SELECT count(*) AS n FROM sources WHERE path LIKE '%codex%'")[0]?.n).toBe(0);

  // The open page reloads itself, also while nothing answers it: that would cut short the visit below.
  await page.goto('about:blank');
  await product?.stop();
  await page.goto(`${await start(flags)}/sources`);
  expect(product?.said()).toContain('Following agent logs, as chosen: Claude Code.');
  const folder = join(person, '.claude', 'projects', '-srv-books');
  const [first = '', second = ''] = readdirSync(folder).sort();
  const grown = readFileSync(join(folder, first), 'utf8').replaceAll('toolu_0', 'toolu_new').replaceAll('-0"', '-new"');
  appendFileSync(join(folder, first), grown);
  await expect.poll(() => count('calls'), { timeout: 20_000 }).toBe(SESSIONS + 1);

  await page.reload();
  await found(page).getByRole('button', { name: 'Stop following Claude Code' }).click();
  await expect(found(page).getByRole('button', { name: 'Read and follow Claude Code' })).toBeVisible({
    timeout: 20_000,
  });
  await expect
    .poll(() => ask<{ n: number }>("SELECT count(*) AS n FROM sources WHERE status = 'following'")[0]?.n)
    .toBe(0);
  appendFileSync(join(folder, second), grown.replaceAll('toolu_new', 'toolu_later'));
  await page.waitForTimeout(3_000);
  expect(count('calls')).toBe(SESSIONS + 1);
});

test('start --found reads what it is told, without a click', async () => {
  await start(['--no-sample', '--found', 'codex']);
  await expect.poll(() => count('calls'), { timeout: 30_000 }).toBe(SESSIONS);
  expect(ask<{ n: number }>("SELECT count(*) AS n FROM sources WHERE path LIKE '%claude%'")[0]?.n).toBe(0);
});

test('who asks from elsewhere is offered nothing', async ({ page }) => {
  const url = await start(['--no-sample']);
  await page.goto(`${url}/sources`);
  await expect(found(page)).toBeVisible({ timeout: 20_000 });
  expect(await pageFor(url, 'books.example:4700')).not.toContain('Found on this machine');
  expect(await pageFor(url, 'localhost:4700')).toContain('Found on this machine');
  await product?.stop();
  await page.goto(`${await start(['--no-sample', '--host', '0.0.0.0'])}/sources`);
  await expect(page.getByText(/^The worker is/)).toBeVisible({ timeout: 20_000 });
  await page.waitForTimeout(2_500);
  await page.reload();
  await expect(found(page)).toHaveCount(0);
});

/** The Sources page as it is told to one who names this host. */
function pageFor(url: string, host: string): Promise<string> {
  return new Promise((done, fail) => {
    request(`${url}/sources`, { headers: { host } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('end', () => done(text));
    })
      .on('error', fail)
      .end();
  });
}

for (const theme of ['light', 'dark'] as const)
  test(`what was found has no accessibility violation, wide and narrow (${theme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    const url = await start(['--no-sample']);
    for (const path of ['/', '/sources'])
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${url}${path}`);
        await expect(found(page)).toBeVisible({ timeout: 20_000 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      }
  });
