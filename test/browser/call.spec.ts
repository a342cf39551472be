import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { LARGE_ROWS, writeOddLog } from './odd-log';
import { type Product, startProduct } from './product';

const folder = mkdtempSync(join(tmpdir(), 'capwatch-odd-'));
let product: Product | null = null;
let url = '';

test.beforeAll(async ({ request }) => {
  test.setTimeout(120_000);
  writeOddLog(folder);
  product = await startProduct(['--no-sample', '--watch', folder]);
  url = product.url;
  await expect
    .poll(async () => (await request.get(`${url}/api/calls/~walk-3`)).status(), { timeout: 60_000 })
    .toBe(200);
});

test.afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function open(page: Page, call: string): Promise<void> {
  await page.goto(`${url}/calls/~${call}`);
  await expect(received(page)).toBeVisible();
}

const received = (page: Page) => page.getByRole('region', { name: 'What the model received', exact: true });

/** The call whose id holds what an address may not: found as a person would find it. */
async function openHostile(page: Page): Promise<void> {
  await page.goto(`${url}/calls?q=hostile%2F`);
  await page.locator('tr[data-row] a').first().click();
  await expect(received(page)).toBeVisible();
}

test('a call says in one sentence what the model received, and in three columns why', async ({ page }) => {
  await open(page, 'two-views');
  await expect(page.getByText('The model received 14 rows; the result says 20; 340 matched.').first()).toBeVisible();
  await expect(page.getByRole('region', { name: /^Asked/ })).toContainText('limit that applied');
  const said = page.getByRole('region', { name: /^Said/ });
  for (const fact of ['340', 'sent.matched', '20', 'sent.returned']) await expect(said).toContainText(fact);
  const there = page.getByRole('region', { name: /^Was there/ });
  await expect(there).toContainText('14');
  await expect(there).toContainText('20 rows; 6 of them were removed');
  await expect(page.getByRole('img', { name: /14 rows seen; exactly 326|14 rows seen; 326 not seen/ })).toBeVisible();
});

test('the rule that decided is named with its evidence, and evidence leads to its line', async ({ page }) => {
  await open(page, 'two-views');
  const decided = page.getByRole('region', { name: 'How it was decided' });
  await expect(decided.locator('[data-at=here]')).toContainText('stale');
  await decided.getByRole('link', { name: 'sent.returned' }).click();
  await expect(page).toHaveURL(/#at-sent\.returned$/);
  const line = page.locator('[id="at-sent.returned"]');
  await expect(line).toBeInViewport();
  await expect(line).toContainText('returned, contradicted');
  // The first visit tells the server its time zone, and the page is read again: the fragment stays.
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL(/#at-sent\.returned$/);
});

test('both views stand beside each other, and the removed rows are named', async ({ page }) => {
  await open(page, 'two-views');
  const returned = page.getByRole('region', { name: 'What the tool returned', exact: true });
  await expect(returned).toContainText('rows 15–20 did not reach the model');
  const [left, right] = [await received(page).boundingBox(), await returned.boundingBox()];
  expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0) - 1);
});

test('a text that was cut shows where', async ({ page }) => {
  await open(page, 'cut');
  await expect(received(page).getByText('cut here')).toBeVisible();
});

test('neighbours are one key away, and a walk is drawn as pages', async ({ page }) => {
  await open(page, 'walk-1');
  const walk = page.getByRole('region', { name: 'The walk' });
  await expect(walk.getByRole('link')).toHaveText([/rows 1–10/, /rows 11–20/, /rows 21–30/, /rows 31–37/]);
  await expect(walk.locator('[aria-current=page]')).toContainText('rows 11–20');
  await page.keyboard.press(']');
  await expect(page).toHaveURL(/walk-2/);
  await page.keyboard.press('[');
  await expect(page).toHaveURL(/walk-1/);
});

test.describe('a payload of twenty megabytes', () => {
  test('opens without a stutter, with its first and last row', async ({ page }) => {
    const start = Date.now();
    await open(page, 'large');
    await expect(received(page)).toContainText('"customer 0"');
    await expect(received(page)).toContainText(`"customer ${LARGE_ROWS - 1}"`);
    expect(Date.now() - start).toBeLessThan(6_000);
    const { nodes, bytes } = await page.evaluate(() => ({
      nodes: document.querySelectorAll('*').length,
      bytes: document.documentElement.outerHTML.length,
    }));
    expect(nodes).toBeLessThan(2_500);
    expect(bytes).toBeLessThan(400_000);
  });

  test('shows any hundred rows at once, and never blocks the page for long', async ({ page }) => {
    await open(page, 'large');
    await page.evaluate(() => {
      const seen = window as unknown as { longest: number };
      seen.longest = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.longest = Math.max(seen.longest, entry.duration);
      }).observe({ type: 'longtask' });
    });
    await received(page).getByLabel('go to row').fill('34000');
    await received(page).getByLabel('go to row').press('Enter');
    await expect(received(page)).toContainText('row 34,000–34,099 of 68,000');
    await expect(received(page).locator('summary', { hasText: '"customer 33999"' })).toBeVisible();
    await received(page).getByRole('button', { name: 'Later' }).first().click();
    await expect(received(page)).toContainText('row 34,100–34,199 of 68,000');
    await received(page).locator('summary', { hasText: '"customer 34099"' }).click();
    await expect(received(page)).toContainText('"id": 34099');
    expect(await page.locator('summary').count()).toBeLessThan(130);
    expect(await page.evaluate(() => (window as unknown as { longest: number }).longest)).toBeLessThan(500);
    await received(page).getByRole('button', { name: 'Fold', exact: true }).click();
    await expect(received(page)).toContainText('67,998 rows folded');
  });

  test('is searched to its end, with every place counted', async ({ page }) => {
    await open(page, 'large');
    await received(page).getByRole('searchbox').fill('Customer 6799');
    await received(page).getByRole('button', { name: 'Find' }).click();
    await expect(received(page)).toContainText('11 places, in order');
    await received(page)
      .getByRole('button', { name: /customer 67999/ })
      .click();
    await expect(received(page).locator('mark', { hasText: 'customer 6799' }).last()).toBeInViewport();
    await expect(page).toHaveURL(/#text-result-\d+$/);
    await page.reload();
    await expect(received(page).getByRole('button', { name: 'Whole text' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('one line of three million characters comes in parts', async ({ page }) => {
    await open(page, 'large-line');
    await expect(received(page)).toContainText('of 3,001,006 of this line');
    await received(page).getByRole('button', { name: 'Go on' }).click();
    await expect(received(page)).toContainText('Characters 4,001–20,000 of 3,001,006');
  });
});

test.describe('hostile text', () => {
  for (const theme of ['light', 'dark'] as const)
    test(`is shown as text, everywhere on the page (${theme})`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme });
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      await openHostile(page);
      await expect(page.getByRole('heading', { name: '<script>window.pwned=1</script>' })).toBeVisible();
      await received(page).locator('summary').first().click();
      await received(page).getByRole('button', { name: 'Whole text' }).click();
      await expect(received(page)).toContainText('<img src=x onerror=');
      await expect(received(page)).toContainText('⟨U+202E⟩');
      expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
      expect(await page.locator('main script, main img[src=x], main a[href^="javascript:"], main b > b').count()).toBe(
        0,
      );
      expect(dialogs).toEqual([]);
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    });

  test('control and direction characters are shown by name', async ({ page }) => {
    await open(page, 'hostile-text');
    await expect(received(page)).toContainText('⟨ESC⟩[31mred⟨ESC⟩[0m');
    await expect(received(page)).toContainText('⟨U+202E⟩gnp.exe⟨U+202C⟩');
    await expect(received(page)).toContainText('zero⟨U+200B⟩width');
    await expect(received(page)).toContainText('**bold** [link](javascript:');
    await expect(received(page).locator('strong, em, h1, li a')).toHaveCount(0);
    expect((await page.locator('main').textContent())?.match(/\p{Bidi_Control}|(?!\s)\p{Cc}/gu)).toBeNull();
  });

  test('a download is plain text that no browser runs', async ({ request }) => {
    const answer = await request.get(`${url}/api/calls/~hostile-text/payload?view=result&download=1`);
    expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.headers()['content-disposition']).toContain('attachment');
    expect(answer.headers()['x-content-type-options']).toBe('nosniff');
  });

  test('the account and the list of calls hold it too', async ({ page }) => {
    await page.goto(`${url}/calls`);
    await page.getByRole('link', { name: /Evil/ }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Evil ⟨U+202E⟩Corp <script>');
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  });
});

test('what could not be read is listed with its reason and bytes as text', async ({ page }) => {
  await page.goto(`${url}/sources`);
  await page.getByRole('link', { name: '2 units in quarantine, with reasons' }).click();
  const quarantine = page.getByRole('region', { name: /^Quarantine of/ });
  await expect(quarantine).toContainText('Showing 2 of 2 units');
  await expect(quarantine).toContainText('{"type":"call","tool":<script>alert(1)</script>');
  await expect(quarantine).toContainText('not JSON at all ⟨U+202E⟩');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('a part of a payload that is not there is answered with a reason', async ({ request }) => {
  const at = (query: string) => request.get(`${url}/api/calls/~large/payload?${query}`);
  expect((await at('view=sent')).status()).toBe(404);
  expect((await at('rows=result.nothing')).status()).toBe(404);
  expect((await at('from=-1')).status()).toBe(400);
  expect(await (await at('view=nothing')).json()).toMatchObject({
    error: { message: expect.stringContaining('view') },
  });
  expect((await request.get(`${url}/calls/~nobody`)).status()).toBe(404);
});
