import type { Pool } from 'pg';
import { amount } from '../shared/money.js';
import { EventStore } from '../server/engine/history/event-store.js';
import { OpenDebts } from '../server/core/ports/open-debts.js';
import { PastDebts } from '../server/features/asset/past-debts.js';
import { AssetQuery } from '../server/features/asset/asset.query.js';
import { BalanceHistory } from '../server/features/asset/balance-history.js';
import { PostingQuery } from '../server/features/asset/posting.query.js';
import { Valuation } from '../server/features/asset/valuation.js';
import { complete, endOf, fill, middleOf, OWNER, REALM } from './balance-rows.js';
import { row, type BenchRow } from './kit.js';
import { BenchPlace } from './server.js';

const EVENTS = 500_000;
const ROUNDS = 40;
const NOW_MS_MAX = 10;
const THEN_MS_MAX = 50;
const HISTORY_MS_MAX = 300;

/** How long an owner of a million postings waits for the balance now, at an instant, and on every day of a year. */
export async function bench(): Promise<BenchRow[]> {
  const place = await BenchPlace.open();
  try {
    const pool = await fill(await place.database('balances'), EVENTS);
    const rows = await measured(pool);
    await pool.end();
    return rows;
  } finally {
    await place.close();
  }
}

async function measured(pool: Pool): Promise<BenchRow[]> {
  // A price costs what the simulator takes for it, which has a bench of its own.
  const prices = { priceUsdt: () => amount('3'), priceUsdtAt: () => amount('3') };
  const clock = { now: () => endOf(EVENTS) };
  const history = new BalanceHistory(pool, complete);
  const debts = new PastDebts(new EventStore(pool), new OpenDebts([]));
  const assets = new AssetQuery(pool, complete, history, debts, new Valuation(prices), clock);
  const postings = new PostingQuery(pool, complete, history, clock);
  const usdt = { currency: 'USDT', limit: 50, space: undefined, bucket: undefined, cursor: undefined } as const;
  const year = { span: 'year', currency: 'EUR', timeZone: 'Europe/Berlin' } as const;
  return [
    await timed('balances now', NOW_MS_MAX, () => assets.assets(REALM, OWNER)),
    await timed('balances at a past instant', THEN_MS_MAX, () => assets.assetsAt(REALM, OWNER, middleOf(EVENTS))),
    await timed('postings behind a balance, newest page', THEN_MS_MAX, () =>
      postings.behind(REALM, OWNER, { ...usdt, at: undefined }),
    ),
    await timed('the same at a past instant', THEN_MS_MAX, () =>
      postings.behind(REALM, OWNER, { ...usdt, at: middleOf(EVENTS) }),
    ),
    await timed('value of every day of a year', HISTORY_MS_MAX, () => assets.history(REALM, OWNER, year)),
  ];
}

async function timed(name: string, limitMs: number, ask: () => Promise<object>): Promise<BenchRow> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = performance.now();
    const answer = await ask();
    times.push(performance.now() - from);
    if ('refusal' in answer) throw new Error(`${name} was refused`);
  }
  times.sort((one, other) => one - other);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return row({
    name: `account of 1,000,000 postings: ${name}`,
    ours: at(0.95),
    peer: limitMs,
    unit: 'ms',
    atMost: 1,
    note: `p95 of ${ROUNDS}, p50 ${at(0.5).toFixed(1)} ms; peer: the limit`,
  });
}
