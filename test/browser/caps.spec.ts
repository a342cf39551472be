import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

const home = () => process.env.CAPWATCH_URL ?? '';
const path = '/tools/search_invoices/caps';

const row = (page: Page, cap: number) =>
  page.getByRole('region', { name: 'Candidate caps' }).locator(`tr[data-cap="${cap}"]`);
const cell = (page: Page, cap: number, fact: string) => row(page, cap).locator(`[data-fact="${fact}"]`);

test('the document’s figures stand in the table, to the last digit', async ({ page }) => {
  await page.goto(`${home()}${path}?caps=25,500`);
  await expect(page.getByText('Today’s cap is 25 rows: 4,900 of 41,000 calls (12.0 %) were capped.')).toBeVisible();
  const first = page.getByRole('region', { name: 'Candidate caps' }).locator('tbody tr').first();
  await expect(first).toContainText('today');
  for (const [fact, says] of Object.entries({
    capped: '4,900',
    share: '12.0 %',
    median: '71',
    product: '347,900',
    sum: '840,259',
  }))
    await expect(cell(page, 25, fact)).toContainText(says);
  for (const [fact, says] of Object.entries({
    capped: '160',
    share: '0.4 %',
    removed: '96.7 %',
    median: '1,400',
    product: '224,000',
    sum: '295,597',
    accounts: '92',
    exposure: '31.0 %',
  }))
    await expect(cell(page, 500, fact)).toContainText(says);
  await expect(cell(page, 500, 'accounts')).toContainText('all enterprise');
  await expect(cell(page, 500, 'capped')).toContainText('−4,740');
  await expect(cell(page, 500, 'product')).toContainText('−35.6 %');
  await expect(page.getByText(/the exact sum is 840,259 rows and capped × median 347,900/)).toBeVisible();
});

test('both readings of the percentages are named, and the product stands beside them', async ({ page }) => {
  await page.goto(`${home()}${path}?caps=25,500`);
  const often = page.getByRole('region', { name: 'How often is a caller affected?' });
  await expect(often).toContainText('12.0 % → 0.4 %');
  const much = page.getByRole('region', { name: 'How much of the problem does this change remove?' });
  await expect(much).toContainText('97 %');
  await expect(much).toContainText('4,740 of today’s 4,900 incidents');
  await expect(page.getByRole('region', { name: 'Frequency × severity', exact: true })).toContainText(
    '347,900 → 224,000',
  );
});

test('a typed cap is weighed, and the state in the address survives a reload', async ({ page }) => {
  await page.goto(`${home()}${path}`);
  for (const cap of [25, 50, 100, 200, 500, 1000]) await expect(row(page, cap)).toBeVisible();
  await page.getByLabel('Another cap').fill('300');
  await page.getByLabel('Turns of a session').fill('7');
  await page.getByRole('button', { name: 'Weigh these' }).click();
  await expect(row(page, 300)).toContainText('typed');
  await expect(page).toHaveURL(/caps=300/);
  await page.reload();
  await expect(row(page, 300)).toBeVisible();
  await expect(page.getByLabel('Turns of a session')).toHaveValue('7');
  await row(page, 200).getByRole('link', { name: '200', exact: true }).click();
  await expect(page).toHaveURL(/at=200/);
  await expect(page).toHaveURL(/turns=7/);
  await expect(row(page, 300)).toBeVisible();
  await expect(page.getByRole('heading', { name: /Accounts that stay exposed at 200/ })).toBeVisible();
});

test('what is no cap is named and left out', async ({ page }) => {
  await page.goto(`${home()}${path}?caps=25,many,500&share=900`);
  await expect(page.getByText('“caps=many” was left out')).toBeVisible();
  await expect(page.getByText('“share=900” was left out')).toBeVisible();
  await expect(row(page, 500)).toBeVisible();
});

test('who stays exposed is listed by revenue, with links', async ({ page }) => {
  await page.goto(`${home()}${path}?caps=25,500&at=500`);
  const list = page.getByRole('region', { name: 'Accounts that stay exposed at 500' });
  await expect(list).toContainText('of 92 accounts');
  await list.locator('tbody tr').first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/accounts\//);
});

test('the curves have their tables, and the page needs no script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${home()}${path}?caps=25,500`);
  for (const name of [
    'Frequency against the cap',
    'Severity against the cap',
    'Frequency × severity against the cap',
  ]) {
    const chart = page.getByRole('region', { name, exact: true });
    await chart.getByText('The same as a table').click();
    await expect(chart.locator('tbody tr', { hasText: '25 (today)' })).toBeVisible();
  }
  await page.getByLabel('Another cap').fill('750');
  await page.getByRole('button', { name: 'Weigh these' }).click();
  await expect(row(page, 750)).toContainText('typed');
  await context.close();
});

test('the same numbers can be taken away as CSV, JSON and a memo', async ({ page, request }) => {
  await page.goto(`${home()}${path}?caps=25,500`);
  const table = page.getByRole('region', { name: 'Candidate caps' });
  const take = async (name: string) => {
    const href = await table.getByRole('link', { name, exact: true }).getAttribute('href');
    const response = await request.get(`${home()}${href}`);
    expect(response.status()).toBe(200);
    return response.text();
  };
  const { caps } = JSON.parse(await take('JSON'));
  expect(caps.map((c: { cap: number; capped: number }) => [c.cap, c.capped])).toEqual([
    [25, 4900],
    [500, 160],
  ]);
  expect(await take('CSV')).toContain('search_invoices,500');
  expect(await take('Decision memo')).toContain('224,000');
});

test('the tool page leads here', async ({ page }) => {
  await page.goto(`${home()}/tools/search_invoices`);
  await page.getByRole('link', { name: 'What another cap would do' }).click();
  await expect(page).toHaveURL(/\/tools\/search_invoices\/caps/);
  await expect(row(page, 25)).toContainText('4,900');
});

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`the decision reads well in ${scheme} at ${width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      for (const tool of ['search_invoices', 'search_files']) {
        await page.goto(`${home()}/tools/${tool}/caps`);
        await page.waitForLoadState('networkidle');
        const found = await new AxeBuilder({ page }).analyze();
        expect(found.violations.map((v) => `${tool} ${v.id}: ${v.nodes[0]?.target}`)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
    });
  }
}
