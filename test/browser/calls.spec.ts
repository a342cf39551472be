import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

const home = () => process.env.CAPWATCH_URL ?? '';
const table = (page: Page) => page.getByRole('region', { name: 'Calls', exact: true });

test('the list says how many of how many, and every verdict how many it would list', async ({ page }) => {
  await page.goto(`${home()}/calls?tool=search_invoices`);
  await expect(table(page)).toContainText('Showing 50 of 41,000 calls, newest first');
  const silent = page.getByRole('navigation', { name: 'Verdict' }).getByRole('link', { name: /silent/ });
  await expect(silent).toContainText('4,900');
  await silent.click();
  await expect(page).toHaveURL(/verdict=silent/);
  await expect(table(page)).toContainText('Showing 50 of 4,900 calls');
  expect(await table(page).locator('tbody tr').count()).toBe(50);
});

test('pages go on where the last one ended, and back', async ({ page }) => {
  await page.goto(`${home()}/calls?tool=search_invoices&verdict=silent`);
  const ids = () =>
    table(page)
      .locator('tr[data-row] td:first-child a')
      .evaluateAll((links) => links.map((a) => a.getAttribute('href')));
  const first = await ids();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/cursor=/);
  await expect.poll(async () => new Set([...first, ...(await ids())]).size).toBe(100);
  await page.goBack();
  await expect.poll(ids).toEqual(first);
});

test('search looks into arguments, says how far it looked, and is a link', async ({ page }) => {
  await page.goto(`${home()}/calls`);
  const first = table(page).locator('tr[data-row]').first();
  const session = (await first.locator('td').last().getByRole('link').textContent()) ?? '';
  await page.getByRole('searchbox', { name: 'Search in ids, arguments and sessions' }).fill(`session:${session}`);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/q=session/);
  const rows = page.getByRole('region', { name: 'Calls of one session' });
  await expect(rows).toContainText(/All [\d,]+ calls|The only call|Showing \d+ of/);
  for (const text of await rows.locator('tr[data-row] td:last-child').allInnerTexts()) expect(text).toContain(session);
});

test('nothing found says so, and what to do', async ({ page }) => {
  await page.goto(`${home()}/calls?q=zzz-nothing-zzz`);
  await expect(table(page)).toContainText('No call matches this view.');
  await page.getByRole('link', { name: 'Search for nothing' }).click();
  await expect(page).not.toHaveURL(/q=/);
});

test('CSV and JSON hold the same view, and declare how much of it', async ({ page, request }) => {
  await page.goto(`${home()}/calls?tool=search_invoices&verdict=silent`);
  const json = await table(page).getByRole('link', { name: 'JSON' }).getAttribute('href');
  const body = await (await request.get(`${home()}${json}`)).json();
  expect(body).toMatchObject({ matched: 4900, returned: 1000, order: 'newest first', dataset: 'sample' });
  const shown = await table(page).locator('tr[data-row] td:first-child a').first().getAttribute('href');
  expect(shown).toContain(body.calls[0].id);
  const next = await (await request.get(`${home()}${body.next}`)).json();
  expect(next.calls[0].id).not.toBe(body.calls[0].id);
  expect(next.matched).toBe(4900);
  const csv = await table(page).getByRole('link', { name: 'CSV' }).getAttribute('href');
  const lines = (await (await request.get(`${home()}${csv}`)).text()).trim().split('\r\n');
  expect(lines[0]).toMatch(/^id,time,tool,verdict/);
  expect(lines).toHaveLength(1002);
  expect(lines.at(-1)).toContain('matched=4900');
});

test('j, k and Enter walk the rows', async ({ page }) => {
  await page.goto(`${home()}/calls`, { waitUntil: 'networkidle' });
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  const link = table(page).locator('tr[data-row] a').first();
  await expect(link).toBeFocused();
  const href = await link.getAttribute('href');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(
    new RegExp(
      String(href)
        .split('?')[0]
        ?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') ?? '',
    ),
  );
});

for (const theme of ['light', 'dark'] as const)
  test(`has no accessibility violation, wide and narrow (${theme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${home()}/calls?verdict=stale`);
      await expect(table(page)).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    }
  });
