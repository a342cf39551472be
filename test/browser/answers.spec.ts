import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';

const home = () => process.env.CAPWATCH_URL ?? '';

test('from a pasted sentence to the field in the payload, by keyboard alone', async ({ page }) => {
  await page.goto(`${home()}/answers`);
  const box = page.getByRole('searchbox', { name: 'Paste a sentence, an id or a session' });
  await box.focus();
  await page.keyboard.type('there were “20 incidents”  since 2026-03-30');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 answers hold these words, at any time.')).toBeVisible();
  await page.locator('tr[data-row] a[href*="/answers/"]').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/claims are not borne out/)).toBeVisible();
  const claim = page.locator('ol a').first();
  await expect(claim).toContainText('There were 20 incidents');
  await claim.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/claim=1/);
  const field = page.locator('ol li[data-chosen] ul a').first();
  await expect(field).toBeVisible();
  await field.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/calls\/.*#at-/);
});

test('an answer marks its claims by more than colour, and gives a report', async ({ page, request }) => {
  await page.goto(`${home()}/answers?q=a-o0422-1`);
  await page.locator('tr[data-row] a[href*="/answers/"]').first().click();
  const marked = page.locator('a[data-group=false]').first();
  await expect(marked).toContainText('✕');
  await expect(page.locator('ol').first()).toContainText('is the page, not the set');
  const href = await page.getByRole('link', { name: 'Markdown report' }).getAttribute('href');
  const report = await (await request.get(home() + href)).text();
  expect(report).toContain('## What it states');
  expect(report).toContain('list\\_incidents');
});

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`answers read well in ${scheme} at ${width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['/answers', '/answers/a-o0422-1?claim=1', '/answers?q=nothing+like+this']) {
        await page.goto(home() + path);
        await page.waitForLoadState('networkidle');
        const found = await new AxeBuilder({ page }).analyze();
        expect(found.violations.map((v) => `${path} ${v.id}: ${v.nodes[0]?.target}`)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
    });
  }
}
