// Takes the pictures in the documents: the built product with the sample month, wide and narrow, light and dark.
// A folder given as argument gets every page at every size instead (to look at before a release).
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureChromium, launchOptions } from './browser.mjs';

const url = process.env.CAPWATCH_URL;
if (!url) {
  console.error('Start the product first and name it: CAPWATCH_URL=http://127.0.0.1:4700 npm run screenshots');
  process.exit(2);
}
const everything = process.argv[2];
const folder = everything ?? join(import.meta.dirname, '../docs/screenshots');
mkdirSync(folder, { recursive: true });

const browser = await chromium.launch(launchOptions(ensureChromium()));
try {
  const look = await browser.newPage();
  await look.goto(`${url}/calls?verdict=stale`);
  const call = await look.locator('tr[data-row] a').first().getAttribute('href');
  const pages = {
    overview: '/',
    tool: '/tools/search_invoices',
    caps: '/tools/search_invoices/caps?caps=25,500',
    tools: '/tools',
    accounts: '/accounts',
    calls: '/calls?verdict=silent',
    call,
    answers: '/answers',
    answer: '/answers/a-o0422-1?claim=1',
    judge: '/answers/new',
    sources: '/sources',
  };
  const shown = everything ? Object.keys(pages) : ['overview', 'tool', 'caps', 'call', 'answer'];
  const widths = everything ? [1440, 390] : [1440];
  for (const colorScheme of ['light', 'dark']) {
    for (const width of widths) {
      const page = await browser.newPage({
        colorScheme,
        viewport: { width, height: 900 },
        timezoneId: 'Europe/Berlin',
      });
      await page.goto(url);
      for (const name of shown) {
        await page.goto(url + pages[name]);
        await page.waitForLoadState('networkidle');
        await page.waitForTimeout(600);
        const size = everything ? `-${width}` : '';
        await page.screenshot({
          path: join(folder, `${name}${size}-${colorScheme}.png`),
          fullPage: everything !== undefined,
        });
      }
      await page.close();
    }
  }
} finally {
  await browser.close();
}
