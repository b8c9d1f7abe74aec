import { OpenDebts } from '../server/core/ports/open-debts.js';
import { OpenPrincipal } from '../server/core/ports/open-principal.js';
import { HOUSE } from '../server/engine/ledger/chart.js';
import { CommandHandlers } from '../server/engine/writer/command-handlers.js';
import { MemoryRealm } from '../server/engine/writer/memory-realm.js';
import { custodyHandlers } from '../server/features/custody/custody.handler.js';
import { CAPS, RULES, SteppedRates } from '../server/features/custody/custody.testkit.js';
import { startOf } from '../shared/utc-date.js';
import { gate, giveFunds, levels } from './given-funds.js';
import { cpuSeconds, row, seconds, type BenchRow } from './kit.js';

const ORDERS = 100_000;
const OWNERS = 20_000;
const DATES = 2_000;
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
const BOUGHT_AT = Date.parse('2028-02-27T12:00:00Z');
const REVEALED_MS = 4 * HOUR_MS;
const RICH = { ...RULES, grantUsdt: '1000000000' };
const POLICY = { name: 'custody.rules', version: 1, values: RICH };

interface Loaded {
  readonly realm: MemoryRealm;
  readonly dates: readonly string[];
}

/** A realm with so many open orders of 100 USDT, five an owner. */
function loaded(orders: number): Loaded {
  const principal = new OpenPrincipal([]);
  const ports = {
    gate,
    levels,
    custodyRates: new SteppedRates(),
    principal,
    debts: new OpenDebts([]),
  };
  const realm = new MemoryRealm('real', new CommandHandlers().register(giveFunds, ...custodyHandlers(ports)));
  const send = (type: string, data: object): void => {
    const result = realm.execute({ type, data, at: BOUGHT_AT, actor: 'timer' });
    if (!result.ok) throw new Error(result.refusal.refusal);
  };
  for (let n = 0; n < orders; n += 1) {
    const userId = `real-${n % OWNERS}`;
    const owner = { userId, ownerId: `${userId}.1` };
    if (n < OWNERS) send(giveFunds.type, { ownerId: owner.ownerId, sum: '1000' });
    const order = { orderId: `cus-${n}`, productId: n % 2 === 0 ? 'flat' : 'daily', amount: '100', agreed: 1 };
    send('BuyCustody', { ...owner, ...order, shownDate: null, policy: POLICY, cap: { cap: null, policy: CAPS } });
  }
  const dates = Array.from({ length: DATES }, (_, n) =>
    new Date(startOf('2028-02-28') + n * DAY_MS).toISOString().slice(0, 10),
  );
  return { realm, dates };
}

/** Milliseconds of a date's reveal, over years of dates: one alone is too short to measure. */
function revealMs({ realm, dates }: Loaded): number {
  const before = realm.events.length;
  const whole = cpuSeconds(() => {
    for (const date of dates) {
      const at = startOf(date) + REVEALED_MS;
      realm.execute({ type: 'RevealCustodyRate', data: { date }, at, actor: 'timer' });
    }
  });
  if (realm.events.length !== before + dates.length) throw new Error('a date is revealed by one event');
  return (1_000 * whole) / dates.length;
}

/** A day with 100,000 orders open, and the moment at which all of them mature. Decisions alone, without a disk. */
export async function bench(): Promise<BenchRow[]> {
  const [few, many] = [loaded(2), loaded(ORDERS)];
  const [one, all] = [revealMs(few), revealMs(many)];
  const at = startOf(many.dates.at(-1) ?? '') + REVEALED_MS;
  const waits: number[] = [];
  const whole = cpuSeconds(() => {
    for (let n = 0; n < ORDERS; n += 1) {
      const userId = `real-${n % OWNERS}`;
      const data = { userId, ownerId: `${userId}.1`, orderId: `cus-${n}` };
      const took = seconds(() => void many.realm.execute({ type: 'CompleteCustody', data, at, actor: 'timer' }));
      waits.push(took);
    }
  });
  const slow = waits.toSorted((a, b) => b - a)[ORDERS / 1_000] ?? Infinity;
  if (many.realm.balance(HOUSE.treasuryHolds.account, 'USDT') !== '0') throw new Error('every order must be over');
  return [
    row({
      name: `a date's rates with ${ORDERS} orders open`,
      ours: all,
      peer: one,
      unit: 'ms',
      atMost: 10,
      note: 'CPU; peer: with two orders open',
    }),
    row({
      name: `a day of ${ORDERS} orders`,
      ours: all / 1_000,
      peer: 5,
      unit: 's',
      atMost: 1,
      note: 'CPU; interest is posted at the end; peer: the limit',
    }),
    row({
      name: `${ORDERS} orders that mature at once`,
      ours: whole,
      peer: 10,
      unit: 's',
      atMost: 1,
      note: 'CPU of the decisions, a command each, so other commands come in between; peer: the limit',
    }),
    row({
      name: 'a slow command among them',
      ours: slow * 1_000,
      peer: 100,
      unit: 'ms',
      atMost: 1,
      note: 'p99.9: what an order behind it waits; peer: the limit',
    }),
  ];
}
