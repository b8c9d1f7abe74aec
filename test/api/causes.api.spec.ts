import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { FakeClock } from '../../server/core/clock.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { DepositWatcher } from '../../server/features/deposit/deposit.watcher.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { ChainTime } from '../kit/chain.js';
import { addressOf } from '../kit/deposit-desk.js';
import { fund, realPerson, tradingPerson } from '../kit/factors.js';
import { Trader } from '../kit/trader.js';
import { RecipeKit } from '../kit/recipe-kit.js';
import { RECIPES } from '../kit/recipes.js';
import { until } from '../kit/until.js';
import { ofDesk, payOut, startWithdrawals } from '../kit/withdrawals.js';

interface Stored {
  readonly id: string;
  readonly type: string;
  readonly correlation: string;
  readonly causation: string;
}

const DAY_MS = 86_400_000;
/** A Wednesday noon, UTC. */
const clock = new FakeClock(Date.UTC(2026, 0, 7, 12));
let started: StartedApp;

beforeAll(async () => {
  started = await startApp({ clock });
  part<TradingService>(TradingService).open.beat.stop();
}, 120_000);
afterAll(() => started.close());

const part = <Part>(token: abstract new (...parts: never[]) => Part, of = started): Part =>
  of.app.get<Part>(token, { strict: false });

async function eventsWhere(condition: string, value: string, of = started): Promise<Stored[]> {
  const { rows } = await part<Pool>(Pool, of).query<Stored>(
    `SELECT realm || ':' || position AS id, type, correlation, causation FROM events WHERE ${condition} ORDER BY realm, position`,
    [value],
  );
  return rows;
}

/** The first event of a type that names the id, and everything that has its correlation. */
async function whole(type: string, id: string, of = started): Promise<{ first: Stored; all: Stored[] }> {
  const [first] = await eventsWhere(`type = '${type}' AND data LIKE '%"' || $1 || '"%'`, id, of);
  if (first === undefined) throw new Error(`no ${type} of ${id}`);
  return { first, all: await eventsWhere('correlation = $1', first.correlation, of) };
}
const causesOf = (events: readonly Stored[]) => events.map(({ type, causation }) => [type, causation]);
const idOf = (events: readonly Stored[], wanted: string) => events.find(({ type }) => type === wanted)?.id;

/** The best price that nobody trades at: an order there meets nothing but another of a test. */
async function between(trader: Trader): Promise<string> {
  const { bids, asks } = await trader.given('getBook', { symbol: 'BTCUSDT' });
  return ((Number(bids[0]?.[0]) + Number(asks[0]?.[0])) / 2).toFixed(1);
}

describe('what a call begins', () => {
  it('carries its id in every event, also where it fills the order of another call', async () => {
    const [ann, bob] = [await Trader.demo(started), await Trader.demo(started)];
    await ann.placed({ type: 'market', quantity: '0.02' });
    const price = await between(ann);
    const resting = await bob.placed({ price, quantity: '0.01' });
    expect(resting.status).toBe('unfilled');
    const taking = await ann.placed({ side: 'sell', price, quantity: '0.01', requestToken: 'taking-1' });
    expect(taking.status).toBe('filled');
    const [rested, taken] = [
      await whole('SpotOrderAccepted', resting.orderId),
      await whole('SpotOrderMatched', taking.orderId),
    ];
    for (const { first, all } of [rested, taken]) {
      expect(first.correlation).toMatch(/^call-[0-9a-z]{16}$/);
      for (const { causation } of all) expect(causation).toBe(`${first.correlation}/PlaceSpotOrder`);
    }
    expect(taken.first.correlation).not.toBe(rested.first.correlation);
    expect(JSON.stringify(taken)).not.toContain('taking-1');
  });

  it('is one whole where it sends several commands, without a request token too', async () => {
    const { trader, userId } = await realPerson(started);
    await trader.when('getDepositAddress', { network: 'TRC20', currency: 'USDT' }).then();
    const { first, all } = await whole('DepositAddressAssigned', userId);
    expect(causesOf(all)).toEqual([
      ['DepositIndexTaken', `${first.correlation}/AssignDepositAddress`],
      ['DepositAddressAssigned', `${first.correlation}/AssignDepositAddress`],
      ['DepositAddressOpened', `${first.correlation}/OpenDepositAddress`],
    ]);
  });

  it('goes on in what follows by reaction: cancelled orders and a message', async () => {
    const { trader, userId, password } = await tradingPerson(started);
    await fund(started, userId, 'USDT', '5000');
    const { orderId } = await trader.placed({ price: await trader.away(-10), quantity: '0.01' });
    await trader.when('freezeAccount', { password }).then();
    await until(async () => (await whole('AccountFrozen', userId)).all.length >= 3);
    const { first, all } = await whole('AccountFrozen', userId);
    expect(first.causation).toBe(`${first.correlation}/FreezeAccount`);
    expect(causesOf(all)).toEqual(
      expect.arrayContaining([
        ['SpotOrderCancelled', `${first.id}/CancelAllSpotOrders`],
        ['MessageSent', `${first.id}/SendMessage`],
      ]),
    );
    expect((await whole('SpotOrderCancelled', orderId)).first.correlation).toBe(first.correlation);
  });

  it('goes on in what falls due later: the end of a demo life names the event that asked for it', async () => {
    const { userId } = await Trader.demo(started);
    clock.advance(30 * DAY_MS);
    await part<TradingService>(TradingService).open.beat.beat();
    await part<Timers>(Timers).runDue(clock.now());
    const opened = (await whole('DemoOpened', userId)).first;
    const expired = (await whole('DemoExpired', userId)).first;
    expect(expired).toMatchObject({ correlation: opened.correlation, causation: `${opened.id}/ExpireDemo` });
  });
});

describe('what no call begins', () => {
  it('is named by the first of its events', async () => {
    const [begun] = await eventsWhere('type = $1', 'LiabilitiesDue');
    expect(begun).toMatchObject({ correlation: begun?.id, causation: `${begun?.id}/FallDueLiabilities` });
  });

  it('goes on in the work that a machine finds open', async () => {
    await until(async () => (await eventsWhere('type = $1', 'LiabilitiesCommitted')).length > 0);
    const [done] = await eventsWhere('type = $1', 'LiabilitiesCommitted');
    expect(done?.causation).toBe(`${done?.correlation}/CommitLiabilities`);
    const [due] = await eventsWhere(`realm || ':' || position = $1`, done?.correlation ?? '');
    expect(due?.type).toBe('LiabilitiesDue');
  });
});

describe('what machines see through', () => {
  let desk: Awaited<ReturnType<typeof startWithdrawals>>;
  let time: ChainTime;

  beforeAll(async () => {
    desk = await startWithdrawals();
    time = new ChainTime(desk.started, desk.clock);
  }, 120_000);
  afterAll(() => desk.started.close());

  it('goes on where a reviewer approved: each step of a payout names the one before', async () => {
    const saver = await ofDesk(desk).saver();
    const { withdrawalId } = await saver.withdraw('700');
    await desk.as('ann').decides(withdrawalId).then();
    await until(async () => {
      await payOut(desk.started);
      await time.blocks('ERC20');
      return (await saver.of(withdrawalId)).status === 'paid';
    });
    const { first, all } = await whole('WithdrawalApproved', withdrawalId, desk.started);
    expect(first.causation).toBe(`${first.correlation}/DecideReview`);
    expect(causesOf(all)).toEqual(
      expect.arrayContaining([
        ['WithdrawalPayoutBegun', `${first.id}/BeginWithdrawalPayout`],
        ['WithdrawalSent', `${idOf(all, 'WithdrawalPayoutBegun')}/RecordWithdrawalSent`],
        ['WithdrawalPaid', `${idOf(all, 'WithdrawalSent')}/SettleWithdrawal`],
      ]),
    );
  });

  it('goes on from the first sight of a deposit until it is credited', async () => {
    const { trader, userId } = await realPerson(desk.started);
    const { address: to, tag } = await addressOf(trader, 'TRC20', 'USDT');
    const { hash } = await time.pay({ network: 'TRC20', asset: 'USDT', to, tag, amount: '25' });
    const watcher = part<DepositWatcher>(DepositWatcher, desk.started);
    await watcher.look();
    await time.untilFinal('TRC20', hash);
    await watcher.look();
    const { first, all } = await whole('DepositSeen', userId, desk.started);
    expect(first.causation).toBe(`${first.id}/NoteDeposit`);
    expect(causesOf(all)).toEqual(
      expect.arrayContaining([
        ['DepositProgressed', `${first.id}/NoteDeposit`],
        ['DepositCredited', expect.stringMatching(/^real:\d+\/NoteDeposit$/)],
      ]),
    );
  });
});

describe('every change that a call makes', () => {
  let started: StartedApp;
  let kit: RecipeKit;
  let asked = 0;

  beforeAll(async () => {
    started = await startApp();
    kit = new RecipeKit(started);
  }, 120_000);
  afterAll(() => started.close());

  /** What people and staff have done after a position of each realm. */
  const doneAfter = async (heads: object) => {
    const { rows } = await kit.pool.query<{ type: string; call: string }>(
      `SELECT type, substr(correlation, 1, 5) AS call FROM events
         WHERE position > coalesce(($1::jsonb ->> realm)::bigint, 0) AND actor ~ '^(user|staff):' ORDER BY realm, position`,
      [JSON.stringify(heads)],
    );
    return rows;
  };
  const heads = async () => {
    const { rows } = await kit.pool.query<{ realm: string; position: number }>(
      'SELECT realm, position FROM realm_heads',
    );
    return Object.fromEntries(rows.map(({ realm, position }) => [realm, Number(position)]));
  };

  it.each(Object.entries(RECIPES))('%s leaves events that carry its id', async (path, recipe) => {
    const request = await recipe(kit);
    const [before, count] = [await heads(), await kit.count(request)];
    expect(await kit.send(path, request, `carried-${(asked += 1)}`)).toMatchObject({ status: 200, refusal: '' });
    expect((await kit.count(request)) - count).toBe(request.effect.change ?? 1);
    const done = await doneAfter(before);
    expect(done.filter(({ call }) => call !== 'call-')).toEqual([]);
    if (request.effect.sql.includes('FROM events') && request.effect.change !== 0) expect(done).not.toEqual([]);
  });

  it('is carried by what reviewers open as well', async () => {
    const before = await heads();
    await RECIPES['staff/decideReview']?.(kit);
    const done = await doneAfter(before);
    const opened = ['StaffReadReview', 'StaffViewedImage', 'ReviewRead', 'ReviewImageOpened'];
    expect(done.map(({ type }) => type)).toEqual(expect.arrayContaining(opened));
    expect(done.filter(({ type, call }) => opened.includes(type) && call !== 'call-')).toEqual([]);
  });
});
