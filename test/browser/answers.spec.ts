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

const CONVERSATION = [
  {
    type: 'call',
    id: 'paste-1',
    session: 'paste',
    tool: 'list_incidents',
    args: { limit: 3 },
    result: { incidents: [{ id: 1 }, { id: 2 }, { id: 3 }], has_more: true },
  },
  { type: 'answer', id: 'paste-a', session: 'paste', text: 'There were 3 incidents.' },
]
  .map((record) => JSON.stringify(record))
  .join('\n');

test('a pasted conversation is judged on the spot, and nothing of it is stored', async ({ page }) => {
  await page.goto(`${home()}/answers/new`);
  const box = page.getByRole('textbox', { name: 'Conversation' });
  await box.fill('this is no log');
  await page.getByRole('button', { name: 'Judge it' }).click();
  await expect(page.getByText(/This is no log that Capwatch knows/)).toBeVisible();
  await box.fill(CONVERSATION);
  await page.getByRole('button', { name: 'Judge it' }).click();
  await expect(page.getByText('1 call and 1 answer were read as native. Nothing was stored.')).toBeVisible();
  await expect(page.getByText('✕ false total')).toBeVisible();
  await page.goto(`${home()}/answers?q=paste-a`);
  await expect(page.getByText('No answer holds these words.')).toBeVisible();
});

test('answers are found by the verdict of a claim, and an answer says what would have made it right', async ({
  page,
  request,
}) => {
  await page.goto(`${home()}/answers`);
  await page.getByLabel('Verdict of a claim').selectOption('false');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page).toHaveURL(/claim=false/);
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  const csv = await page.getByRole('link', { name: 'CSV' }).getAttribute('href');
  const text = await (await request.get(home() + csv)).text();
  expect(text.split('\r\n')[0]).toBe('answer,time,session,account,question,text,capped_before,claims,false_claims');
  await page.goto(`${home()}/answers/a-o0422-1?claim=1`);
  await expect(page.getByText('What would have made it right.')).toBeVisible();
  await expect(page.locator('ol code').filter({ hasText: '"returned":' })).toBeVisible();
});

test('the sums of answers stand on the overview and on the tool page, and lead to them', async ({ page }) => {
  for (const path of ['/', '/tools/list_incidents']) {
    await page.goto(home() + path);
    await expect(page.getByText(/state something that the log does not bear out/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Answers not borne out, by account' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'read these' }).click();
  await expect(page).toHaveURL(/\/answers\?.*claim=false/);
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
});

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`answers read well in ${scheme} at ${width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['/answers', '/answers/new', '/answers/a-o0422-1?claim=1', '/answers?q=nothing+like+this']) {
        await page.goto(home() + path);
        await page.waitForLoadState('networkidle');
        const found = await new AxeBuilder({ page }).analyze();
        expect(found.violations.map((v) => `${path} ${v.id}: ${v.nodes[0]?.target}`)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
    });
  }
}
