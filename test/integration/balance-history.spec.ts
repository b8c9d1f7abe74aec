import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ACCOUNT_SPACES, kindOfEvent } from '../../contracts/asset.contract.js';
import type { Posting, RecordedEvent } from '../../server/core/event.js';
import { amount, format, ZERO, type Amount } from '../../shared/money.js';
import { genesisHash } from '../../server/engine/history/codec.js';
import { BalanceHistory } from '../../server/features/asset/balance-history.js';
import type { StatementResults } from '../../server/features/asset/statement/statement-result.js';
import { movementsOf, StatementQuery, type Statement } from '../../server/features/asset/statement/statement.query.js';
import { balancesProjection } from '../../server/features/asset/balances.projection.js';
import { ledgerProjection } from '../../server/features/asset/ledger.projection.js';
import { ProjectionRunner } from '../../server/engine/projections/runner.js';
import { times } from '../kit/level.js';
import { openStore, silent } from './projection-support.js';

const STARTS_AT = Date.parse('2028-02-28T22:07:00Z');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const EVENTS = 400;
const RUNS = times(20, 60);
const OWNERS = ['real-a.1', 'real-b.1'] as const;
const EVENT_TYPES = ['ThingMoved', 'ThingNoted'] as const;

let opened: Awaited<ReturnType<typeof openStore>>;
let runner: ProjectionRunner;
let history: BalanceHistory;
let events: RecordedEvent[];

beforeAll(async () => {
  opened = await openStore();
  const projections = [ledgerProjection, balancesProjection];
  runner = new ProjectionRunner({ pool: opened.pool, source: opened.store, projections, log: silent, gatherMs: 1 });
  await runner.start();
  history = new BalanceHistory(opened.pool, runner);
  events = [];
  // In several appends, so that the sums are made of several batches.
  const all = randomHistory();
  for (let from = 0; from < all.length; from += 90) await append(all.slice(from, from + 90));
  await history.ready('real');
}, 60_000);
afterAll(async () => {
  await runner.stop();
  await opened.close();
});

async function append(some: RecordedEvent[]): Promise<void> {
  const after = await opened.store.head('real');
  await opened.store.append(opened.pool, {
    realm: 'real',
    leaseEpoch: after.leaseEpoch,
    after,
    events: some,
    answers: [],
  });
  opened.store.publish('real', some);
  events.push(...some);
}

/** Deposits, freezes and releases of two owners: many at one instant, others a quarter, a day or a leap day later. */
function randomHistory(): RecordedEvent[] {
  const step = fc.record({
    owner: fc.constantFrom(...OWNERS),
    asset: fc.constantFrom('USDT', 'BTC'),
    space: fc.constantFrom(...ACCOUNT_SPACES),
    type: fc.constantFrom(...EVENT_TYPES),
    units: fc.integer({ min: 1, max: 999 }),
    wait: fc.constantFrom(
      0,
      0,
      1,
      999,
      MINUTE_MS,
      14 * MINUTE_MS,
      15 * MINUTE_MS,
      7 * 60 * MINUTE_MS,
      25 * 60 * MINUTE_MS,
    ),
    frozen: fc.boolean(),
  });
  const steps = fc.sample(fc.array(step, { minLength: EVENTS, maxLength: EVENTS, size: 'max' }), {
    numRuns: 1,
    seed: 5,
  })[0];
  const available = new Map<string, Amount>();
  let at = STARTS_AT;
  return (steps ?? []).map(({ owner, asset, space, type, units, wait, frozen }, index) => {
    at += wait;
    const moved = amount(`${units}.000001`);
    const key = `${owner} ${space} ${asset}`;
    const held = available.get(key) ?? ZERO;
    const own = { account: `user/${owner}/${space}/available`, asset };
    const freezes = frozen && held >= moved;
    available.set(key, freezes ? held - moved : held + moved);
    const postings: Posting[] = freezes
      ? [
          { ...own, amount: -moved },
          { ...own, account: `user/${owner}/${space}/frozen`, amount: moved },
        ]
      : [
          { ...own, amount: moved },
          { account: 'house/demo-grants', asset, amount: -moved },
        ];
    const position = index + 1;
    return {
      realm: 'real',
      stream: `thing-${index}`,
      version: 1,
      type,
      schema: 1,
      at,
      actor: 'timer',
      correlation: `real:${position}`,
      causation: `real:${position}/Move`,
      data: {},
      postings,
      position,
    };
  });
}

/** The obvious reference: every posting up to an instant, one after the other. */
function addedUp(owner: string, upTo: (event: RecordedEvent) => boolean): Record<string, string> {
  const sums = new Map<string, Amount>();
  for (const event of events.filter(upTo))
    for (const { account, asset, amount: changed } of event.postings ?? []) {
      const [, whose, space, bucket] = account.split('/');
      if (whose !== owner) continue;
      const key = `${space}/${bucket}/${asset}`;
      sums.set(key, (sums.get(key) ?? ZERO) + changed);
    }
  return inText(sums);
}

const inText = (sums: ReadonlyMap<string, Amount>): Record<string, string> =>
  Object.fromEntries([...sums].filter(([, sum]) => sum !== ZERO).map(([key, sum]) => [key, format(sum)]));

/** Instants of events and just beside them, beginnings of quarters and days, and any others. */
const anyInstant = () => {
  const last = events.at(-1)?.at ?? 0;
  const near = fc
    .tuple(fc.constantFrom(...events.map(({ at }) => at)), fc.constantFrom(-1, 0, 1))
    .map(([at, beside]) => at + beside);
  const quarter = near.map((at) => at - (at % (15 * MINUTE_MS)));
  return fc.oneof(near, quarter, fc.integer({ min: STARTS_AT - MINUTE_MS, max: last + MINUTE_MS }));
};
const anyOwner = fc.constantFrom(...OWNERS, 'real-nobody.1');

describe('balances of the past', () => {
  it('are the sum of all postings up to any instant, whatever its day and quarter of an hour', async () => {
    await fc.assert(
      fc.asyncProperty(anyOwner, anyInstant(), async (owner, at) => {
        const point = await history.pointAt('real', at);
        const sums = new Map<string, Amount>();
        for (const { space, bucket, asset, amount: changed } of await history.sums('real', owner, point)) {
          const key = `${space}/${bucket}/${asset}`;
          sums.set(key, (sums.get(key) ?? ZERO) + changed);
        }
        expect(inText(sums)).toEqual(addedUp(owner, (event) => event.at <= at));
      }),
      { numRuns: RUNS },
    );
  });

  it('stand at the last event up to the instant, and before the first one at the beginning of the history', async () => {
    await fc.assert(
      fc.asyncProperty(anyInstant(), async (at) => {
        const { position } = await history.pointAt('real', at);
        expect(position).toBe(events.filter((event) => event.at <= at).at(-1)?.position ?? 0);
      }),
      { numRuns: RUNS },
    );
    expect(await history.pointAt('real', STARTS_AT - DAY_MS)).toMatchObject({ position: 0, hash: genesisHash('real') });
  });

  it('at the ends of many days are the same as asked for one by one', async () => {
    const first = STARTS_AT - (STARTS_AT % (15 * MINUTE_MS));
    const instants = Array.from({ length: 40 }, (_, index) => first + index * 9 * 60 * MINUTE_MS);
    const balances = await history.before('real', OWNERS[0], instants);
    for (const [index, at] of instants.entries()) {
      const wanted = new Map<string, Amount>();
      for (const [key, text] of Object.entries(addedUp(OWNERS[0], (event) => event.at < at))) {
        const asset = key.split('/')[2] ?? '';
        wanted.set(asset, (wanted.get(asset) ?? ZERO) + amount(text));
      }
      expect({ at, held: inText(balances[index] ?? new Map()) }).toEqual({ at, held: inText(wanted) });
    }
  });

  it('open, move and close as statements of any two instants say', async () => {
    // Random postings are not real trades: accounts would go below zero.
    const results = { of: () => ({ result: {}, holdings: [], fees: new Map() }) } as unknown as StatementResults;
    const now = () => (events.at(-1)?.at ?? 0) + MINUTE_MS;
    const statements = new StatementQuery(history, results, { now });
    await fc.assert(
      fc.asyncProperty(anyOwner, anyInstant(), anyInstant(), async (owner, one, other) => {
        const period = { from: Math.min(one, other), to: Math.max(one, other), timeZone: 'UTC' };
        const { view, span } = (await statements.statement('real', owner, period)) as Statement;
        const moved: string[] = [];
        for await (const page of movementsOf(opened.pool, span))
          moved.push(...page.map(([position, line]) => `${position}/${line}`));
        expect(moved).toHaveLength(view.movements);
        const within = events.filter(({ at }) => at >= period.from && at <= period.to);
        const own = within.flatMap((event) => (event.postings ?? []).filter(({ account }) => account.includes(owner)));
        expect(view.movements).toBe(own.length);
        expect(view.kinds.every(({ kind }) => kind === kindOfEvent('ThingMoved'))).toBe(true);
        for (const row of view.rows)
          expect(amount(row.opening.total) + amount(row.change)).toBe(amount(row.closing.total));
      }),
      { numRuns: Math.ceil(RUNS / 2) },
    );
  });

  it('are frozen by what froze them, to the last digit', async () => {
    for (const owner of OWNERS) {
      const { rows } = await opened.pool.query<{ key: string; amount: string }>(
        `SELECT space || '/frozen/' || asset AS key, trim_scale(sum(amount))::text AS amount FROM account_holds
          WHERE realm = 'real' AND owner_id = $1 GROUP BY 1`,
        [owner],
      );
      const frozen = Object.entries(addedUp(owner, () => true)).filter(([key]) => key.includes('/frozen/'));
      expect(Object.fromEntries(rows.map((row) => [row.key, row.amount]))).toEqual(Object.fromEntries(frozen));
    }
  });
});
