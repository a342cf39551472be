import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startProduct } from './product';

const LOADED_WITHIN = 180_000;

/** Whether the worker has said that the sample month is whole. */
function sampleLoaded(home: string): boolean {
  const path = join(home, 'own.db');
  if (!existsSync(path)) return false;
  const db = new Database(path, { readonly: true });
  try {
    return db.prepare("SELECT 1 FROM meta WHERE key = 'sample' AND value = 'loaded'").get() !== undefined;
  } finally {
    db.close();
  }
}

/** One running product with the sample month for all browser tests; its address is in `CAPWATCH_URL`. */
export default async function setup(): Promise<() => Promise<void>> {
  const product = await startProduct();
  const started = Date.now();
  while (!sampleLoaded(product.home)) {
    if (Date.now() - started > LOADED_WITHIN) {
      await product.stop();
      throw new Error('the sample month was not loaded in time');
    }
    await new Promise((next) => setTimeout(next, 500));
  }
  console.log(`sample month loaded ${((Date.now() - started) / 1000).toFixed(1)} s after the page answered`);
  process.env.CAPWATCH_URL = product.url;
  process.env.CAPWATCH_HOME = product.home;
  return product.stop;
}
