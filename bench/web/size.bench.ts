import { gzipSync } from 'node:zlib';
import type { BrowserContext } from 'playwright-core';
import { row, type BenchRow } from '../kit.js';
import { DESKTOP, demoWindow, openWebPlace } from './place.js';

const KB = 1024;

/** All scripts that a first visit fetches until the screen stands, as gzip makes them; none may belong to the console. */
export async function bench(): Promise<BenchRow[]> {
  const place = await openWebPlace();
  try {
    const visitor = await place.browser.newContext({ locale: 'en-US', ...DESKTOP });
    const home = await scriptsOf(visitor, `${place.url}/`, 'main h1');
    const trader = await demoWindow(place, place.url);
    const trade = await scriptsOf(trader, `${place.url}/currencyTrade`, '[data-testid="book"]');
    return [
      size('scripts of the first visit to /', home, 170),
      size('scripts of the first visit to spot trading', trade, 260),
    ];
  } finally {
    await place.close();
  }
}

function size(name: string, scripts: ReadonlyMap<string, number>, limit: number): BenchRow {
  const ours = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0) / KB;
  const console = [...scripts.keys()].filter((url) => url.includes('/admin/'));
  if (console.length > 0) throw new Error(`${name}: the console came along: ${console.join(', ')}`);
  return row({ name, ours, peer: limit, unit: 'KB gzip', atMost: 1, note: `${scripts.size} files; peer: the limit` });
}

async function scriptsOf(context: BrowserContext, url: string, stands: string): Promise<Map<string, number>> {
  const page = await context.newPage();
  const sizes = new Map<string, number>();
  const reading: Promise<unknown>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    reading.push(response.body().then((body) => sizes.set(response.url(), gzipSync(body, { level: 9 }).length)));
  });
  await page.goto(url);
  await page.locator(stands).first().waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await Promise.all(reading);
  await context.close();
  return sizes;
}
