import { OpenDebts } from '../server/core/ports/open-debts.js';
import { OpenPrincipal } from '../server/core/ports/open-principal.js';
import { CommandHandlers } from '../server/engine/writer/command-handlers.js';
import { MemoryRealm } from '../server/engine/writer/memory-realm.js';
import { subscriptionHandlers } from '../server/features/subscription/subscription.handler.js';
import { BATCH, newCoinKind } from '../server/features/subscription/subscription.state.js';
import {
  approve,
  AT,
  CLOSES,
  list,
  LISTS,
  propose,
  subscribe,
  TestMarket,
} from '../server/features/subscription/subscription.testkit.js';
import { startOf } from '../shared/utc-date.js';
import { gate, giveFunds, levels } from './given-funds.js';
import { cpuSeconds, row, seconds, type BenchRow } from './kit.js';

const SUBSCRIPTIONS = 100_000;

/** An issue that 100,000 people subscribed, a third more than there is. */
function subscribed(): { realm: MemoryRealm; send: (command: { type: string; data: object }, at?: number) => void } {
  const handlers = subscriptionHandlers({
    gate,
    levels,
    principal: new OpenPrincipal([]),
    debts: new OpenDebts([]),
    newCoins: new TestMarket(),
  });
  const realm = new MemoryRealm('real', new CommandHandlers().register(giveFunds, ...handlers));
  const send = ({ type, data }: { type: string; data: object }, at = AT): void => {
    const result = realm.execute({ type, data, at, actor: 'timer' });
    if (!result.ok) throw new Error(`${type}: ${result.refusal.refusal}`);
  };
  send(propose({ volume: SUBSCRIPTIONS * 70 }));
  send(approve());
  for (let n = 0; n < SUBSCRIPTIONS; n += 1) {
    const who = { userId: `real-${n}`, ownerId: `real-${n}.1` };
    send({ type: giveFunds.type, data: { ownerId: who.ownerId, sum: '100.5' } });
    send(subscribe({ ...who, subscriptionId: `sbs-${n}`, requestId: `nsr-${n}`, coins: `${60 + (n % 90)}` }));
  }
  return { realm, send };
}

/** Sharing an issue out to 100,000 people, and settling each. Decisions alone, without a disk. */
export async function bench(): Promise<BenchRow[]> {
  if (startOf(CLOSES) <= AT) throw new Error('the issue is closed');
  const { realm, send } = subscribed();
  const listing = cpuSeconds(() => send(list, startOf(LISTS)));
  const waits: number[] = [];
  const opensAt = startOf(LISTS) + 30 * 60_000;
  const settling = cpuSeconds(() => {
    for (let from = 0; from < SUBSCRIPTIONS; from += BATCH) {
      const settle = { type: 'SettleNewCoin', data: { issueId: 'NOVA', from } };
      waits.push(seconds(() => send(settle, opensAt)));
    }
  });
  if (!realm.state(newCoinKind, 'NOVA').isSettled) throw new Error('the issue is not settled');
  const longest = Math.max(...waits.toSorted((a, b) => b - a).slice(waits.length / 1_000));
  return [
    row({
      name: `sharing out an issue with ${SUBSCRIPTIONS} subscriptions`,
      ours: listing,
      peer: 5,
      unit: 's',
      atMost: 1,
      note: 'CPU of one command: ties, remainders and the order among them; peer: the limit',
    }),
    row({
      name: `settling ${SUBSCRIPTIONS} subscriptions, ${BATCH} a command`,
      ours: settling,
      peer: 5,
      unit: 's',
      atMost: 1,
      note: 'CPU of the decisions, so other commands come in between; peer: the limit',
    }),
    row({
      name: 'longest command among them',
      ours: longest * 1_000,
      peer: 100,
      unit: 'ms',
      atMost: 1,
      note: 'what an order behind it waits, the worst in a thousand left out; peer: the limit',
    }),
  ];
}
