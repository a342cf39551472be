import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';

const home = () => process.env.CAPWATCH_URL ?? '';

test('every source says what was read, how far, and what was not', async ({ page }) => {
  await page.goto(`${home()}/sources`);
  const source = page.getByRole('article').first();
  for (const fact of [
    'position',
    'lag',
    'rate',
    'last read',
    'calls',
    'answers',
    'accounts',
    'census records',
    'duplicates',
    'longest result',
  ])
    await expect(source.getByText(fact, { exact: true })).toBeVisible();
  await expect(source).toContainText('100.0 %');
  await expect(source).toContainText('Nothing of it is in quarantine.');
  await expect(page.getByText(/^The worker is (idle|watching|reading|loading)/)).toBeVisible();
});

test('how to add a source is one line to copy', async ({ page }) => {
  await page.goto(`${home()}/sources`);
  const ways = page.getByRole('region', { name: 'Add a source' });
  await expect(ways.getByText('capwatch ingest ./logs', { exact: true })).toBeVisible();
  await expect(ways.getByRole('button', { name: 'Copy: capwatch ingest ./logs', exact: true })).toBeVisible();
});

test('the list of sources is the same as JSON', async ({ request, page }) => {
  await page.goto(`${home()}/sources`);
  const href = await page
    .getByRole('region', { name: 'What was read' })
    .getByRole('link', { name: 'JSON' })
    .getAttribute('href');
  const body = await (await request.get(`${home()}${href}`)).json();
  expect(body.matched).toBe(await page.getByRole('article').count());
  expect(body.sources[0]).toMatchObject({ quarantined: 0, kind: 'sample' });
});

for (const theme of ['light', 'dark'] as const)
  test(`has no accessibility violation, wide and narrow (${theme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${home()}/sources`);
      await expect(page.getByRole('region', { name: 'Add a source' })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    }
  });
