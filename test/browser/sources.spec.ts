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
    'without result',
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

test('what was read is summed up by format, and every list says how much it is of how much', async ({
  page,
  request,
}) => {
  await page.goto(`${home()}/sources`);
  const formats = page.getByRole('region', { name: 'By format' });
  await expect(formats).toContainText('The only format');
  for (const head of ['Calls', 'Answers', 'Skipped', 'Quarantined', 'Duplicates', 'Without result', 'Looks cut'])
    await expect(formats.getByRole('columnheader', { name: head })).toBeVisible();
  const body = await (await request.get(`${home()}/api/sources`)).json();
  expect(body.formats).toHaveLength(1);
  expect(body.formats[0].calls).toBe(body.totals.calls);
  await expect(page.getByRole('region', { name: 'What was read' })).toContainText('The only source');
});

test('sources are found by a part of their path, and what is not there says so, by keyboard', async ({ page }) => {
  await page.goto(`${home()}/sources`);
  const read = page.getByRole('region', { name: 'What was read' });
  await read.getByRole('textbox', { name: 'Part of a path' }).focus();
  await page.keyboard.type('no such log');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=no\+such\+log/);
  await expect(read).toContainText('No source matches.');
  await read.getByRole('link', { name: 'Show all sources' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await read.getByRole('link', { name: 'with a quarantine' }).click();
  await expect(read).toContainText('No source matches.');
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
