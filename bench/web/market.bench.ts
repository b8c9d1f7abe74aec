import type { Page, Route } from 'playwright-core';
import type { TickerView } from '../../contracts/market.contract.js';
import { row, type BenchRow } from '../kit.js';
import { demoWindow, openFeed, openWebPlace, type Feed } from './place.js';

const INSTRUMENTS = 3000;
const SECONDS = 10;
const TICKERS_A_SECOND = 3000;
const BURSTS_A_SECOND = 10;

/** The market list with 3,000 instruments, scrolled by the wheel while a thousand tickers a second change. */
export async function bench(): Promise<BenchRow[]> {
  const place = await openWebPlace();
  const feed = await openFeed(place.url);
  try {
    const context = await demoWindow(place, feed.url);
    const page = await context.newPage();
    await page.route(/\/web\/get(Instruments|Tickers)\b/, (route) => manifold(route));
    await page.goto(`${feed.url}/market`);
    await page.locator('[data-symbol]').first().waitFor();
    const idle = await framesWhile(page, () => new Promise((done) => setTimeout(done, 3000)));
    const tickers = await tickersOf(feed.url);
    const stop = tick(feed, tickers);
    const moving = await framesWhile(page, () => scroll(page));
    stop();
    const note = `an empty page on this machine in the same run: ${idle.toFixed(1)}; ${TICKERS_A_SECOND} tickers a second`;
    return [
      row({
        name: `market list of ${INSTRUMENTS}, scrolling while it updates`,
        ours: moving,
        peer: 55,
        unit: 'frames/s',
        atLeast: 1,
        note,
      }),
    ];
  } finally {
    await feed.close();
    await place.close();
  }
}

/** The same instruments again and again under numbered names, until there are enough. */
async function manifold(route: Route): Promise<void> {
  const answer = await route.fetch();
  const envelope = (await answer.json()) as { data: { symbol: string }[] };
  envelope.data = enough(envelope.data);
  await route.fulfill({ response: answer, json: envelope });
}

function enough<Row extends { symbol: string }>(rows: readonly Row[]): Row[] {
  return Array.from({ length: INSTRUMENTS }, (_, n) => {
    const each = rows[n % rows.length]!;
    return n < rows.length ? each : { ...each, symbol: `${each.symbol}${Math.floor(n / rows.length)}` };
  });
}

async function tickersOf(url: string): Promise<TickerView[]> {
  const answer = (await (await fetch(`${url}/web/getTickers`)).json()) as { data: TickerView[] };
  return enough(answer.data);
}

function tick(feed: Feed, tickers: readonly TickerView[]): () => void {
  let n = 0;
  const share = TICKERS_A_SECOND / BURSTS_A_SECOND;
  const timer = setInterval(() => {
    n += 1;
    const some = Array.from({ length: share }, (_, index) => tickers[(n * share + index) % tickers.length]!);
    feed.emit(
      'tickers',
      some.map((each) => ({ ...each, last: (Number(each.last) * (1 + (n % 7) / 1000)).toFixed(4), at: Date.now() })),
    );
  }, 1000 / BURSTS_A_SECOND);
  return () => clearInterval(timer);
}

async function scroll(page: Page): Promise<void> {
  await page.mouse.move(700, 600);
  const until = performance.now() + SECONDS * 1000;
  for (let n = 0; performance.now() < until; n += 1) {
    await page.mouse.wheel(0, n % 400 < 300 ? 90 : -90);
    await new Promise((done) => setTimeout(done, 16));
  }
}

/** Frames that the page drew in a second, on average, while something went on. */
async function framesWhile(page: Page, during: () => Promise<unknown>): Promise<number> {
  await page.evaluate(`globalThis.frames_ = { n: 0, on: true, from: performance.now() };
    requestAnimationFrame(function next() { frames_.n += 1; if (frames_.on) requestAnimationFrame(next); });`);
  await during();
  return page.evaluate<number>(`frames_.on = false, (frames_.n / (performance.now() - frames_.from)) * 1000`);
}
