import type { NewEvent } from '../server/core/event.js';
import { handle } from '../server/core/command.js';
import { commandOf } from '../server/core/command.testkit.js';
import type { StreamKind } from '../server/core/decider.js';
import type { AccountGate } from '../server/core/ports/account-gate.js';
import { OpenDebts } from '../server/core/ports/open-debts.js';
import { OpenPrincipal } from '../server/core/ports/open-principal.js';
import type { VerificationLevels } from '../server/core/ports/verification.js';
import { declareEventTypes } from '../server/engine/history/event-types.js';
import { HOUSE, userAccount } from '../server/engine/ledger/chart.js';
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
import { amount } from '../shared/money.js';
import { startOf } from '../shared/utc-date.js';
import { cpuSeconds, row, seconds, type BenchRow } from './kit.js';

const SUBSCRIPTIONS = 100_000;

declareEventTypes({ type: 'SubscriberFundsGiven', schema: 1 });
const nothing: StreamKind<null> = { name: 'given', initial: () => null, evolve: () => null };
const gate: AccountGate = { stream: (id) => [nothing, id], refusal: () => undefined, nationality: () => null };
const levels: Pick<VerificationLevels, 'stream' | 'levels'> = {
  stream: (id) => [nothing, id],
  levels: () => ({ primary: true, advanced: false, address: false }),
};

const give = handle(commandOf<{ ownerId: string }>('GiveSubscriberFunds'), {
  realms: ['real'],
  scope: ({ ownerId }) => ({ streams: [[nothing, ownerId]] }),
  decide: (_, { ownerId }) => {
    const postings = [
      { account: HOUSE.marketMaker.account, asset: 'USDT', amount: -amount('100.5') },
      { account: userAccount(ownerId, 'finance', 'available'), asset: 'USDT', amount: amount('100.5') },
    ];
    const event: NewEvent = { stream: `given-${ownerId}`, type: 'SubscriberFundsGiven', schema: 1, data: {}, postings };
    return { events: [event], answer: null };
  },
});

/** An issue that 100,000 people subscribed, a third more than there is. */
function subscribed(): { realm: MemoryRealm; send: (command: { type: string; data: object }, at?: number) => void } {
  const handlers = subscriptionHandlers({
    gate,
    levels: levels as VerificationLevels,
    principal: new OpenPrincipal([]),
    debts: new OpenDebts([]),
    newCoins: new TestMarket(),
  });
  const realm = new MemoryRealm('real', new CommandHandlers().register(give, ...handlers));
  const send = ({ type, data }: { type: string; data: object }, at = AT): void => {
    const result = realm.execute({ type, data, at, actor: 'timer' });
    if (!result.ok) throw new Error(`${type}: ${result.refusal.refusal}`);
  };
  send(propose({ volume: SUBSCRIPTIONS * 70 }));
  send(approve());
  for (let n = 0; n < SUBSCRIPTIONS; n += 1) {
    const who = { userId: `real-${n}`, ownerId: `real-${n}.1` };
    send({ type: 'GiveSubscriberFunds', data: { ownerId: who.ownerId } });
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
