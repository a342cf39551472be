import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';

const home = () => process.env.CAPWATCH_URL ?? '';

test('search_invoices: a silent cap of 25, and what it hides', async ({ page }) => {
  await page.goto(`${home()}/tools/search_invoices`);
  await expect(
    page.getByText('4,900 of 41,000 calls (12.0 %) were capped; nothing in any of these results says so.'),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Share of calls capped' })).toContainText('12.0 %');
  await expect(page.getByRole('region', { name: 'Median unseen' })).toContainText('71 rows');
  await expect(page.getByRole('region', { name: 'Frequency × severity' })).toContainText('347,900');
  const limit = page.getByRole('region', { name: 'The limit, and how we know it' });
  await expect(limit.locator('tbody tr').first()).toContainText('25');
  await expect(limit.locator('tbody tr').first()).toContainText('imposed');
  await expect(page.getByRole('region', { name: 'The contract as observed' })).toContainText('0 of the 4 questions');
});

test('the spike at the cap stands in the histogram and opens its calls', async ({ page }) => {
  await page.goto(`${home()}/tools/search_invoices`);
  const rows = page.getByRole('region', { name: 'Rows returned', exact: true });
  await rows.getByText('The same as a table').click();
  const spike = rows.locator('tbody tr', { has: page.getByRole('link', { name: '25', exact: true }) });
  await expect(spike).toContainText('4,900');
  await spike.getByRole('link').click();
  await expect(page).toHaveURL(/\/calls\?.*rows=25/);
});

test('list_incidents: since the deploy of 13 March its contract is not true', async ({ page }) => {
  await page.goto(`${home()}/tools/list_incidents`);
  const since = page.getByRole('region', { name: 'Since when' });
  const row = since.locator('tbody tr', { hasText: 'deploy 4471' });
  await expect(row).toContainText('13 Mar 2026');
  await expect(row).toContainText('stale');
  await expect(since.locator('tbody tr', { hasText: 'before' })).not.toContainText('stale');
});

test('search_files: two contracts behind one name are graded apart', async ({ page }) => {
  await page.goto(`${home()}/tools/search_files`);
  await expect(page.getByRole('region', { name: 'The contract as observed' })).toContainText(
    '2 contracts stand behind this one name',
  );
});

test('recent capped calls say how many of how many and lead to the rest', async ({ page }) => {
  await page.goto(`${home()}/tools/search_invoices`);
  const recent = page.getByRole('region', { name: 'Recent capped calls' });
  await expect(recent).toContainText('Showing 20 of 4,900 capped calls, newest first');
  await recent.getByRole('link', { name: 'All 4,900 capped calls of this tool' }).click();
  await expect(page).toHaveURL(/\/calls\?.*tool=search_invoices/);
  await expect(page.getByText(/of 4,900 calls/)).toBeVisible();
});

test('a name that was never called is answered in words, and hostile names stay text', async ({ page }) => {
  await page.goto(`${home()}/tools/~~3Cimg src=x onerror=alert(1)>`);
  await expect(page.getByText('No tool of this name was ever called')).toBeVisible();
  await page.goto(`${home()}/tools/~3Cb~3Enope~3C~2Fb~3E`);
  await expect(page.locator('main b', { hasText: 'nope' })).toHaveCount(0);
});

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`a tool reads well in ${scheme} at ${width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      for (const tool of ['search_files', 'send_email']) {
        await page.goto(`${home()}/tools/${tool}`);
        await page.waitForLoadState('networkidle');
        const found = await new AxeBuilder({ page }).analyze();
        expect(found.violations.map((v) => `${tool} ${v.id}: ${v.nodes[0]?.target}`)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
    });
  }
}
