import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

const home = () => process.env.CAPWATCH_URL ?? '';
const table = (page: Page) => page.getByRole('region', { name: 'Accounts', exact: true });

/** Numbers of one column, top to bottom; null where it says unknown. */
async function column(page: Page, head: string): Promise<string[]> {
  const heads = await table(page).locator('thead th').allInnerTexts();
  const at = heads.findIndex((text) => text.replace(/ [↓↑]$/, '') === head);
  return table(page)
    .locator(`tbody tr td:nth-child(${at + 1})`)
    .allInnerTexts();
}

test('says whom to call first, and why', async ({ page }) => {
  await page.goto(`${home()}/accounts`);
  await expect(
    page.getByText(/accounts have capped calls left and hold [\d.]+ % of the revenue that is known/),
  ).toBeVisible();
  await expect(table(page)).toContainText(/Showing 50 of [\d,]+ accounts, hit accounts first, by revenue/);
  const left = await column(page, 'Capped, left');
  for (const text of left) expect(Number.parseInt(text, 10)).toBeGreaterThan(0);
});

test('sorts by a link, and the address keeps it', async ({ page }) => {
  await page.goto(`${home()}/accounts`);
  await table(page).getByRole('link', { name: 'Calls', exact: true }).click();
  await expect(page).toHaveURL(/sort=calls/);
  const calls = (await column(page, 'Calls')).map((text) => Number(text.replace(/,/g, '')));
  expect(calls).toEqual([...calls].sort((a, b) => b - a));
  await expect(table(page).getByRole('columnheader', { name: /Calls/ })).toHaveAttribute('aria-sort', 'descending');
});

test('calls without an account have a row of their own, with what is unknown said to be', async ({ page }) => {
  await page.goto(`${home()}/accounts?account=`);
  const row = table(page).locator('tr[data-row]');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('no account');
  await expect(row).toContainText('unknown');
  await row.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'No account' })).toBeVisible();
});

test('an account shows the figures of its row, its tools, and the sentence to send', async ({ page }) => {
  await page.goto(`${home()}/accounts`);
  const row = table(page).locator('tr[data-row]').first();
  const name = (await row.getByRole('link').first().textContent()) ?? '';
  const [left] = await column(page, 'Capped, left');
  await row.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const figures = page.locator('dl').first();
  await expect(figures).toContainText(`capped calls left${left?.match(/^\d[\d,]*/)?.[0]}`);
  await expect(page.getByRole('region', { name: 'What support can send' })).toContainText('your assistant made');
  await expect(page.getByRole('region', { name: 'Tools', exact: true })).toContainText(/All \d+ tools/);
  await expect(page.getByRole('region', { name: 'Recent capped calls' })).toContainText(/newest first|The only/);
  await expect(
    page.getByRole('region', { name: 'Capped calls over time' }).getByText('The same as a table'),
  ).toBeVisible();
});

test('CSV and JSON hold the same list', async ({ page, request }) => {
  await page.goto(`${home()}/accounts`);
  const href = await table(page).getByRole('link', { name: 'JSON' }).getAttribute('href');
  const body = await (await request.get(`${home()}${href}`)).json();
  expect(body.accounts.length).toBe(body.returned);
  const of = (await table(page).textContent())?.match(/of ([\d,]+) accounts/)?.[1];
  expect(body.matched).toBe(Number(of?.replace(/,/g, '')));
  const names = await table(page).locator('tr[data-row] td:first-child a').allInnerTexts();
  expect(body.accounts.slice(0, 50).map((row: { name: string; account: string }) => row.name ?? row.account)).toEqual(
    names,
  );
});

for (const theme of ['light', 'dark'] as const)
  test(`has no accessibility violation, wide and narrow (${theme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${home()}/accounts`);
      await expect(table(page)).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      await table(page).locator('tr[data-row] a').first().click();
      await expect(page.getByRole('region', { name: 'What support can send' })).toBeVisible();
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    }
  });
