import type { Page } from 'playwright-core';
import type { BookView, TickerView } from '../../contracts/market.contract.js';
import { row, type BenchRow } from '../kit.js';
import { demoWindow, openFeed, openWebPlace, type Feed } from './place.js';

const SYMBOL = 'BTCUSDT';
const PER_SECOND = 20;
const SECONDS = 30;
const SLOWER = 4;

/**
 * The spot screen while book, tape and ticker each change twenty times a second, on a processor slowed down four times:
 * from a message's arrival in the page to the paint that shows it, or a newer one.
 */
export async function bench(): Promise<BenchRow[]> {
  const place = await openWebPlace();
  const feed = await openFeed(place.url);
  try {
    const context = await demoWindow(place, feed.url);
    await context.addInitScript(WATCH);
    const page = await context.newPage();
    await page.goto(`${feed.url}/currencyTrade?symbol=${SYMBOL}`);
    await page.locator('[data-testid="book"]').waitFor();
    const slow = await context.newCDPSession(page);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await drive(feed, 5);
    await page.evaluate('watched.shown.length = 0');
    const before = feed.subscriptions.get(`book:${SYMBOL}`) ?? 0;
    const sent = await drive(feed, SECONDS);
    await page.waitForTimeout(500);
    return await results(page, sent, (feed.subscriptions.get(`book:${SYMBOL}`) ?? 0) - before);
  } finally {
    await feed.close();
    await place.close();
  }
}

async function results(page: Page, sent: number, resyncs: number): Promise<BenchRow[]> {
  const delays = (await page.evaluate<number[]>('watched.shown')).sort((a, b) => a - b);
  if (delays.length < sent * 0.9) throw new Error(`only ${delays.length} of ${sent} updates were seen`);
  const p95 = delays[Math.floor(delays.length * 0.95)]!;
  const what = `spot screen, ${PER_SECOND} updates a second each of book, tape and ticker, processor ${SLOWER}x slower`;
  const p50 = delays[Math.floor(delays.length / 2)]!;
  return [
    row({
      name: `${what}: arrival to paint, p95`,
      ours: p95,
      peer: 50,
      unit: 'ms',
      atMost: 1,
      note: `p50 ${p50.toFixed(1)} ms of ${delays.length}; peer: the limit`,
    }),
    row({
      name: `${what}: fresh snapshots asked for`,
      ours: resyncs,
      peer: 1,
      unit: 'times',
      atMost: 0,
      note: 'none: no sequence was dropped',
    }),
  ];
}

/** Sends numbered updates at an even pace and answers how many. */
async function drive(feed: Feed, seconds: number): Promise<number> {
  const book = feed.snapshots.get(`book:${SYMBOL}`) as BookView & { next?: number };
  const ticker = (feed.snapshots.get('tickers') as TickerView[]).find(({ symbol }) => symbol === SYMBOL)!;
  book.next ??= book.sequence;
  const from = performance.now();
  let sent = 0;
  await new Promise<void>((done) => {
    const timer = setInterval(() => {
      if (performance.now() - from >= seconds * 1000) return (clearInterval(timer), done());
      book.next! += 1;
      sent += 1;
      update(feed, book, ticker, book.next!);
    }, 1000 / PER_SECOND);
  });
  return sent;
}

function update(feed: Feed, book: BookView, ticker: TickerView, n: number): void {
  const at = Date.now();
  const quantity = (n % 97) / 10 + 0.1;
  const some = (levels: BookView['bids']) =>
    levels.filter((_, index) => (index + n) % 3 === 0).map((level) => [level[0], quantity.toFixed(4)] as never);
  feed.emit('book', { symbol: SYMBOL, sequence: n, at, bids: some(book.bids), asks: some(book.asks), auction: null });
  const decimals = ticker.last.split('.')[1]?.length ?? 0;
  const last = (Number(ticker.last) + (n % 5000) * 10 ** -decimals).toFixed(decimals);
  feed.emit('tickers', [{ ...ticker, last, at }]);
  const trade = { id: `b${n}`, at, price: last, quantity: quantity.toFixed(4), side: n % 2 ? 'buy' : 'sell' };
  feed.emit('trades', { symbol: SYMBOL, trades: [trade as never] });
}

/** In the page: notes when each ticker arrived, and when the price that it carries, or a newer one, was painted. */
const WATCH = `
globalThis.watched = { arrived: [], shown: [] };
{
  const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
  Object.defineProperty(WebSocket.prototype, 'onmessage', {
    set(listener) {
      set.call(this, (event) => {
        if (typeof event.data === 'string' && event.data.startsWith('42["tickers"')) watched.arrived.push({ at: event.timeStamp, last: JSON.parse(event.data.slice(2))[1][0].last });
        listener(event);
      });
    },
  });
  // A task that is posted within a frame runs right after that frame was painted; a change outside of one waits for the next.
  let inFrame = false;
  const soon = (run) => { const channel = new MessageChannel(); channel.port1.onmessage = run; channel.port2.postMessage(0); };
  const request = requestAnimationFrame;
  globalThis.requestAnimationFrame = (run) => request((at) => {
    if (!inFrame) { inFrame = true; soon(() => (inFrame = false)); }
    run(at);
  });
  const painted = (now) => (inFrame ? soon(now) : request(() => soon(now)));
  const look = () => {
    const text = document.querySelector('[data-testid="last-price"]')?.textContent.replace(/[^0-9.]/g, '');
    const index = watched.arrived.findIndex(({ last }) => String(Number(last)) === String(Number(text)));
    if (index < 0) return;
    const due = watched.arrived.splice(0, index + 1);
    painted(() => watched.shown.push(...due.map(({ at }) => performance.now() - at)));
  };
  addEventListener('DOMContentLoaded', () => new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true }));
}`;
