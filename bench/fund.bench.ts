import { OpenDebts } from '../server/core/ports/open-debts.js';
import { OpenPrincipal } from '../server/core/ports/open-principal.js';
import { CommandHandlers } from '../server/engine/writer/command-handlers.js';
import { MemoryRealm } from '../server/engine/writer/memory-realm.js';
import { fundHandlers } from '../server/features/fund/fund.handler.js';
import { CAPS, RULES, SteppedPrices, TestCaps, policiesOf } from '../server/features/fund/fund.testkit.js';
import { strikeOf } from '../shared/fund.js';
import { dateAfter } from '../shared/utc-date.js';
import { gate, giveFunds } from './given-funds.js';
import { cpuSeconds, row, seconds, type BenchRow } from './kit.js';

const HOLDERS = 100_000;
const FUNDS = 50;
const FIRST = '2028-03-01';
const BOUGHT_AT = Date.parse('2028-03-01T12:00:00Z');
const POLICY = { name: 'fund.rules', version: 1, values: RULES };

const ownerOf = (n: number) => ({ userId: `real-${n}`, ownerId: `real-${n}.1` });

/** A fund that so many people bought on its first date; the value of that date is struck. */
function loaded(holders: number) {
  const rules = policiesOf(() => POLICY);
  const ports = {
    gate,
    caps: new TestCaps(),
    fundPrices: new SteppedPrices(),
    principal: new OpenPrincipal([]),
    debts: new OpenDebts([]),
    rules,
  };
  const realm = new MemoryRealm('real', new CommandHandlers().register(giveFunds, ...fundHandlers(ports)));
  const send = (type: string, data: object, at = BOUGHT_AT): void => {
    const result = realm.execute({ type, data, at, actor: 'timer' });
    if (!result.ok) throw new Error(result.refusal.refusal);
  };
  for (let n = 0; n < holders; n += 1) {
    send(giveFunds.type, { ownerId: ownerOf(n).ownerId, sum: '100' });
    const order = { requestId: `fnd-${n}`, level: 'low', amount: '100', agreed: 1, shownDate: null };
    send('BuyFund', { ...ownerOf(n), ...order, policy: POLICY, cap: { cap: null, policy: CAPS } });
  }
  send('StrikeFund', { level: 'low', date: FIRST }, strikeOf(FIRST));
  return send;
}

type Send = ReturnType<typeof loaded>;

/** Settles every purchase, and answers how long each took. */
function settled(send: Send, holders: number): number[] {
  const at = strikeOf(FIRST) + 1_000;
  return Array.from({ length: holders }, (_, n) =>
    seconds(() => send('SettleFundRequests', { ...ownerOf(n), level: 'low', date: FIRST }, at)),
  );
}

/** Seconds of as many values as there may be funds, one after the other. */
const struck = (send: Send): number =>
  cpuSeconds(() => {
    for (let n = 1; n <= FUNDS; n += 1) {
      const date = dateAfter(FIRST, n);
      send('StrikeFund', { level: 'low', date }, strikeOf(date));
    }
  });

/** The values of fifty funds with 100,000 holders each, and the second after a strike. Decisions alone, without a disk. */
export async function bench(): Promise<BenchRow[]> {
  const [few, many] = [loaded(2), loaded(HOLDERS)];
  settled(few, 2);
  let waits: number[] = [];
  const whole = cpuSeconds(() => {
    waits = settled(many, HOLDERS);
  });
  const [one, all] = [struck(few), struck(many)];
  const slow = waits.toSorted((a, b) => b - a)[HOLDERS / 1_000] ?? Infinity;
  return [
    row({
      name: `values of ${FUNDS} funds with ${HOLDERS} holders`,
      ours: all,
      peer: 2,
      unit: 's',
      atMost: 1,
      note: 'CPU; peer: the limit',
    }),
    row({
      name: 'the same beside two holders',
      ours: all,
      peer: Math.max(one, 0.001),
      unit: 's',
      atMost: 20,
      note: 'CPU; peer: with two holders',
    }),
    row({
      name: `${HOLDERS} purchases settled at once`,
      ours: whole,
      peer: 10,
      unit: 's',
      atMost: 1,
      note: 'CPU of the decisions, a command each, so other commands come in between; peer: the limit',
    }),
    row({
      name: 'a slow one among them',
      ours: slow * 1_000,
      peer: 100,
      unit: 'ms',
      atMost: 1,
      note: 'p99.9: what an order behind it waits; peer: the limit',
    }),
  ];
}
