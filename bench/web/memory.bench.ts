import type { CDPSession } from 'playwright-core';
import { median, row, type BenchRow } from '../kit.js';
import { demoWindow, openWebPlace } from './place.js';

const MINUTES = Number(process.env['BENCH_MINUTES'] ?? '60');
const SETTLED_MINUTES = 5;
const MB = 2 ** 20;

/** An hour of watching a live market on the spot screen: what the page holds after the rubbish is collected. */
export async function bench(): Promise<BenchRow[]> {
  if (MINUTES < 2 * SETTLED_MINUTES) throw new Error('BENCH_MINUTES is at least 10');
  const place = await openWebPlace();
  try {
    const context = await demoWindow(place, place.url);
    const page = await context.newPage();
    await page.goto(`${place.url}/currencyTrade?symbol=BTCUSDT`);
    await page.locator('[data-testid="book"]').waitFor();
    const devtools = await context.newCDPSession(page);
    const held: number[] = [];
    for (let minute = 1; minute <= MINUTES; minute += 1) {
      await page.waitForTimeout(60_000);
      held.push(await heldMb(devtools));
    }
    // Three minutes each: one sample may fall into a moment of much work.
    const settled = median(held.slice(SETTLED_MINUTES - 1, SETTLED_MINUTES + 2));
    const end = median(held.slice(-3));
    const note = `every ten minutes: ${held
      .filter((_, n) => n % 10 === 4)
      .map((mb) => mb.toFixed(1))
      .join(', ')}`;
    return [
      row({
        name: `spot screen open for ${MINUTES} minutes: memory, against that after ${SETTLED_MINUTES}`,
        ours: end,
        peer: settled,
        unit: 'MB',
        atMost: 1.1,
        note,
      }),
    ];
  } finally {
    await place.close();
  }
}

async function heldMb(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / MB;
}
