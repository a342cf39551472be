import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

const home = () => process.env.CAPWATCH_URL ?? '';

/** The cells of a tool's row by the heads of their columns. */
async function rowOf(page: Page, tool: string): Promise<Record<string, string>> {
  const table = page.getByRole('region', { name: 'Tools', exact: true });
  const heads = await table.locator('thead th').allInnerTexts();
  const row = table.locator('tbody tr', { has: page.getByRole('link', { name: tool, exact: true }) });
  const cells = await row.locator('td').allInnerTexts();
  return Object.fromEntries(heads.map((head, i) => [head.replace(/ [↓↑]$/, ''), cells[i]?.trim() ?? '']));
}

test('the sample month reads as its story tells it', async ({ page }) => {
  await page.goto(`${home()}/`);
  await expect(page.getByText('You are looking at the sample month.')).toBeVisible();
  const row = await rowOf(page, 'search_invoices');
  expect(row).toMatchObject({
    Calls: '41,000',
    Capped: '4,900',
    Share: '12.0 %',
    'Median unseen': '71',
    'Left × median': '347,900',
  });
});

test('every figure of the headline is a link, and says what it is of', async ({ page }) => {
  await page.goto(`${home()}/`);
  for (const name of ['Share of calls capped', 'Median unseen', 'Accounts hit', 'Frequency × severity']) {
    const figure = page.getByRole('region', { name, exact: true });
    await expect(figure.getByRole('link').first()).toHaveAttribute('href', /from=2026-03-01T00%3A00Z/);
  }
  await expect(page.getByRole('region', { name: 'Median unseen' })).toContainText(/known for [\d.]+ % of capped calls/);
});

test('whose caps count is one switch away, held by the address, and undone by going back', async ({ page }) => {
  await page.goto(`${home()}/`);
  const share = page.getByRole('region', { name: /Share of calls capped/ });
  const imposed = (await share.textContent()) ?? '';
  await page.getByRole('link', { name: 'asked', exact: true }).click();
  await expect(page).toHaveURL(/caps=asked/);
  await expect(page.getByRole('region', { name: 'Share of calls capped at the agent’s own limit' })).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/caps=/);
  await expect(share).toHaveText(imposed);
});

test('a filter is a chip that can be taken away', async ({ page }) => {
  await page.goto(`${home()}/?segment=enterprise`);
  await page.getByRole('link', { name: /segment enterprise.*remove/ }).click();
  await expect(page).not.toHaveURL(/segment=/);
});

test('a bad address is read as far as it goes, and the screen says what was left out', async ({ page }) => {
  const answer = await page.goto(`${home()}/?from=yesterday&caps=mine&verdict=wet`);
  expect(answer?.status()).toBe(200);
  await expect(page.getByText('“from=yesterday” was left out')).toBeVisible();
  await expect(page.getByText('“caps=mine” was left out')).toBeVisible();
  expect((await rowOf(page, 'search_invoices')).Calls).toBe('41,000');
});

test('CSV and JSON of the same view declare how much they are of how much', async ({ page, request }) => {
  await page.goto(`${home()}/?sort=calls`);
  const href = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');
  const csv = await request.get(home() + (await href('CSV')));
  const lines = (await csv.text()).trim().split('\r\n');
  expect(csv.headers()['x-capwatch-matched']).toBe(String(lines.length - 2));
  expect(lines[1]).toMatch(/^search_invoices,41000,4900,/);
  expect(lines.at(-1)).toMatch(/^# matched=\d+; returned=\d+; order=by calls/);
  const json = await (await request.get(home() + (await href('JSON')))).json();
  expect(json.tools[0]).toMatchObject({ tool: 'search_invoices', calls: 41_000, capped: 4_900 });
  expect(json.tools[0].median).toEqual({ kind: 'exact', value: 71, low: 71, high: 71 });
  expect(json.matched).toBe(json.tools.length);
});

test('the keyboard reaches everything', async ({ page }) => {
  await page.goto(`${home()}/`);
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('j');
  const tools = page.getByRole('region', { name: 'Tools', exact: true });
  await expect(tools.getByRole('link', { name: 'search_invoices', exact: true })).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Overview' }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/\/tools/);
});

test('times are shown in the viewer’s zone, and the screen says which', async ({ page }) => {
  await page.goto(`${home()}/`);
  await expect(page.getByText(/as of \d\d:\d\d Berlin/)).toBeVisible();
  await expect(page.getByText('per day, Europe/Berlin')).toBeVisible();
});

test('nothing moves once the page is there', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${home()}/`);
  await page.waitForLoadState('networkidle');
  await page.goto(`${home()}/?caps=both`);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(500);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, s) => sum + s, 0)).toBeLessThan(0.02);
});

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`reads well in ${scheme} at ${width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['/', '/tools']) {
        await page.goto(home() + path);
        await page.waitForLoadState('networkidle');
        const found = await new AxeBuilder({ page }).analyze();
        expect(found.violations.map((v) => `${path} ${v.id}: ${v.nodes[0]?.target}`)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
    });
  }
}
