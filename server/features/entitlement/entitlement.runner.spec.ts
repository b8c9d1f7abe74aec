import { beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { amount, format } from '../../../shared/money.js';
import type { ContractAction } from '../../core/ports/contract-actions.js';
import type { SplitBooks } from '../../core/ports/split-books.js';
import { FakeClock } from '../../core/clock.js';
import { refuse, Refused } from '../../core/refusal.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { decider, funds } from '../../engine/writer/decider.testkit.js';
import { entitlementKind } from './entitlement.decider.js';
import './entitlement.events.js';
import { ConversionShares } from '../conversion/conversion-shares.js';
import { splitHandlers } from './split.handler.js';
import { entitlementHandlers } from './entitlement.handler.js';
import { EntitlementRunner } from './entitlement.runner.js';

const NOW = Date.UTC(2026, 10, 24, 14, 15);
/** More than are paid together, so that a crash lies between two batches too. */
const OWNERS = Array.from({ length: 60 }, (_, index) => `real-holder${index}.1`);
const DEMO = 'demo-visitor.2';
/** Has an order for a contract on the share, and none of the share. */
const TRADER = 'real-trader.1';
const SHARES = new ConversionShares();

const action = (status: string, kind: 'dividend' | 'split' | 'delisting') => ({
  ...{ actionId: 'action-1', symbol: 'AAPLUSDT', base: 'AAPL', quote: 'USDT', kind, session: '' },
  ...{ perShare: '0.5', dueAt: NOW + 900_000, status, newShares: 1, oldShares: 4, openPrice: '800', effectiveAt: NOW },
});

/** Two realms with their holders, and a server that may be killed before any of its commands is carried out, or right after it. */
function world(status = 'effective', kind: 'dividend' | 'split' | 'delisting' = 'dividend') {
  const handlers = [...entitlementHandlers(SHARES), ...splitHandlers(NO_ORDERS, SHARES)];
  const realms = {
    real: decider({ realm: 'real', kind: entitlementKind, id: 'nobody', handlers }).given(
      ...OWNERS.map((owner, index) => funds(owner, 'AAPL', `${index + 1}`)),
    ).realm,
    demo: decider({ realm: 'demo', kind: entitlementKind, id: 'nobody', handlers }).given(funds(DEMO, 'AAPL', '10'))
      .realm,
  };
  const row = action(status, kind);
  const settled: { holders: number; paid: string }[] = [];
  const cancelled: string[] = [];
  const fate = { livesFor: Infinity, isLate: false, waits: '', contractsWait: false };
  const commands = {
    execute: (command: { type: string; data: object; context: { realm: 'demo' | 'real' | 'house' } }) => {
      const dies = (fate.livesFor -= 1) < 0;
      // Nothing is carried out after the death.
      if (dies && (!fate.isLate || fate.livesFor < -1)) throw new Error('killed');
      if ((command.data as { ownerId?: string }).ownerId === fate.waits)
        throw new Refused('', refuse('request.unavailable'));
      const { realm } = command.context;
      if (realm === 'house') {
        settled.push(command.data as (typeof settled)[number]);
        row.status = 'settled';
        return Promise.resolve({ ok: true, answer: null });
      }
      const result = realms[realm].execute({ type: command.type, data: command.data, at: NOW, actor: 'test' });
      if (dies) throw new Error('killed');
      return Promise.resolve(result);
    },
  };
  const pool = {
    query: (query: string | { values: string[] }) => {
      if (typeof query === 'string') return Promise.resolve({ rows: row.status === 'settled' ? [] : [row] });
      const owners = query.values[0] === 'real' ? OWNERS : [DEMO];
      return Promise.resolve({ rows: owners.map((ownerId) => ({ ownerId })) });
    },
  };
  const books = {
    cancelAll: (realm: string) => {
      cancelled.push(realm);
      const owner = { userId: 'real-holder0', ownerId: OWNERS[0] };
      return Promise.resolve(
        realm === 'real' && cancelled.filter((each) => each === 'real').length === 1 ? [owner] : [],
      );
    },
  };
  const asked: (readonly [string, ContractAction])[] = [];
  const contracts = {
    carryOut: (realm: string, each: ContractAction) => {
      asked.push([realm, each]);
      if (fate.contractsWait) return Promise.reject(new Refused('', refuse('request.unavailable')));
      const owner = { userId: 'real-trader', ownerId: TRADER, adjusted: kind === 'split' ? 1 : 0, cancelled: 1 };
      return Promise.resolve(realm === 'real' ? [owner] : []);
    },
  };
  const levels = { split: () => Promise.resolve() };
  const market = { terms: () => ({ spec: { lotSize: '0.1', tickSize: '0.01', version: 2 } }) };
  const projections = { upToDate: () => Promise.resolve(true) };
  const server = () =>
    new EntitlementRunner(
      ...([
        pool,
        {},
        commands,
        books,
        contracts,
        levels,
        market,
        projections,
        new FakeClock(NOW),
      ] as unknown as ConstructorParameters<typeof EntitlementRunner>),
    );
  /** A server that lives for so many commands; a retry of its own never comes. */
  const life = async (livesFor = Infinity, isLate = false, looks = 1) => {
    Object.assign(fate, { livesFor, isLate });
    const runner = server();
    for (let look = 0; look < looks; look += 1) await runner.look();
    await runner.stop().catch(() => undefined);
  };
  return { realms, settled, cancelled, asked, life, fate };
}

/** Nobody has an open order. */
const NO_ORDERS: SplitBooks = { streams: () => [], owners: () => [], split: () => ({ events: [], owners: [] }) };

const paidTo = (realm: { events: readonly { type: string }[] }) =>
  realm.events.filter(({ type }) => type === 'DividendPaid').length;

describe('a dividend that is effective', () => {
  beforeEach(() => {
    Logger.overrideLogger(false);
  });

  it('is paid to every holder of both realms, after what rests in their books was cancelled, and then settled', async () => {
    const { realms, settled, cancelled, life } = world();
    await life();
    expect(cancelled).toEqual(['demo', 'real']);
    const shares = OWNERS.reduce((sum, _, index) => sum + index + 1, 10);
    expect(settled).toEqual([
      { symbol: 'AAPLUSDT', actionId: 'action-1', holders: 61, paid: format(amount('0.5') * BigInt(shares)) },
    ]);
    expect([paidTo(realms.real), paidTo(realms.demo)]).toEqual([60, 1]);
    const told = realms.real.events.filter(({ type }) => type === 'HolderNotified');
    expect(told).toMatchObject([
      { data: { ownerId: TRADER, notice: 'orders-cancelled' } },
      { data: { ownerId: OWNERS[0], notice: 'orders-cancelled' } },
    ]);
  });

  it.each([0, 1, 2, 27, 40, 61, 62])(
    'is paid once and whole when the server is killed at its command %i',
    async (kill) => {
      for (const isLate of [false, true]) {
        const whole = world();
        await whole.life();
        const { realms, settled, life } = world();
        await life(kill, isLate);
        await life();
        expect(settled.at(-1)).toEqual(whole.settled[0]);
        expect([paidTo(realms.real), paidTo(realms.demo)]).toEqual([60, 1]);
        for (const realm of [realms.real, realms.demo]) {
          const paid = realm === realms.real ? '-915' : '-5';
          expect(realm.balance(HOUSE.dividends.account, 'USDT')).toBe(paid);
        }
      }
    },
  );

  it('waits for one holder, and pays all others meanwhile', async () => {
    const { realms, settled, life, fate } = world();
    fate.waits = DEMO;
    await life();
    expect([paidTo(realms.real), paidTo(realms.demo), settled.length]).toEqual([60, 0, 0]);
    fate.waits = OWNERS[3] ?? '';
    await life();
    expect([paidTo(realms.real), paidTo(realms.demo), settled.length]).toEqual([60, 1, 0]);
    fate.waits = '';
    await life();
    expect(settled).toMatchObject([{ holders: 61 }]);
  });

  it('is told to every holder once it is announced, and nobody is paid yet', async () => {
    const { realms, settled, life } = world('announced');
    await life(20);
    await life();
    await life();
    const told = [...realms.real.events, ...realms.demo.events].filter(({ type }) => type === 'HolderNotified');
    expect([told.length, paidTo(realms.real), settled.length]).toEqual([61, 0, 0]);
  });

  it('costs no command again when another action changes something meanwhile', async () => {
    const { life, fate } = world('announced');
    await life(1_000, false, 5);
    expect(1_000 - fate.livesFor).toBe(61);
  });
});

describe('a split that is effective', () => {
  it.each([0, 1, 2, 27, 40, 61, 62, 63])(
    'is carried out once and whole for every holder when the server is killed at its command %i',
    async (kill) => {
      for (const isLate of [false, true]) {
        const { realms, settled, life } = world('effective', 'split');
        await life(kill, isLate);
        await life();
        // One share in four: every second owner has five hundredths below the lot of a tenth, at 800 USDT a share.
        expect(settled.at(-1)).toEqual({ symbol: 'AAPLUSDT', actionId: 'action-1', holders: 61, paid: '1200' });
        const splits = [realms.real, realms.demo].map(
          ({ events }) => events.filter(({ type }) => type === 'HoldingSplit').length,
        );
        expect(splits).toEqual([60, 1]);
        const cash = [realms.real, realms.demo].map((realm) => realm.balance(HOUSE.splits.account, 'USDT'));
        expect(cash).toEqual(['-1200', '0']);
      }
    },
  );
});

describe('a delisting that is effective', () => {
  it.each([0, 1, 2, 27, 40, 61, 62, 63])(
    'pays every holder out once when the server is killed at its command %i, and tells whose orders went',
    async (kill) => {
      for (const isLate of [false, true]) {
        const { realms, settled, cancelled, life } = world('effective', 'delisting');
        await life(kill, isLate);
        await life();
        expect(cancelled.slice(0, 2)).toContain('demo');
        const shares = OWNERS.reduce((sum, _, index) => sum + index + 1, 10);
        const paid = format(amount('800') * BigInt(shares));
        expect(settled.at(-1)).toEqual({ symbol: 'AAPLUSDT', actionId: 'action-1', holders: 61, paid });
        const left = [realms.real, realms.demo].map((realm) => realm.balance(HOUSE.delistings.account, 'AAPL'));
        expect(left).toEqual(['1830', '10']);
      }
    },
  );
});

describe('contracts on the share', () => {
  const noticesOf = ({ realms }: ReturnType<typeof world>) =>
    realms.real.events
      .filter(({ type, data }) => type === 'HolderNotified' && (data as { ownerId: string }).ownerId === TRADER)
      .map(({ data }) => (data as { notice: string }).notice);
  const named = { symbol: 'AAPLUSDT', actionId: 'action-1' };

  it.each([
    ['dividend', { ...named, kind: 'dividend', perShare: '0.5' }, ['orders-cancelled']],
    [
      'split',
      { ...named, kind: 'split', newShares: 1, oldShares: 4, price: '800', version: 2 },
      ['orders-adjusted', 'orders-cancelled-split'],
    ],
    ['delisting', { ...named, kind: 'delisting', price: '800' }, ['orders-cancelled-delisting']],
  ] as const)(
    'have their part of a %s in both realms, and their owners are told of their orders',
    async (kind, given, notices) => {
      const played = world('effective', kind);
      await played.life();
      expect(played.asked).toEqual([
        ['demo', given],
        ['real', given],
      ]);
      expect(noticesOf(played)).toEqual(notices);
      expect(played.settled).toHaveLength(1);
    },
  );

  it('keep the action open while they wait, and no holder', async () => {
    const { realms, settled, life, fate } = world();
    fate.contractsWait = true;
    await life();
    expect([paidTo(realms.real), settled.length]).toEqual([60, 0]);
    fate.contractsWait = false;
    await life();
    expect(settled).toMatchObject([{ holders: 61 }]);
  });
});
