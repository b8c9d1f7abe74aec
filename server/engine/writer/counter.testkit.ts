import { handle, type AnyCommandHandler } from '../../core/command.js';
import { commandOf } from '../../core/command.testkit.js';
import type { CommandMeta, Decided, StreamKind, CommandScope, View } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import { amount, format } from '../../../shared/money.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { declareEventTypes } from '../history/event-types.js';

declareEventTypes({ type: 'Counted', schema: 1 });

export interface Count {
  total: number;
  steps: number;
}

/** What was loaded since a test set it to nothing. */
export const loads = { snapshots: 0 };

/** It evolves in place, as an order book does. */
export const counter: StreamKind<Count> = {
  name: 'counter',
  initial: () => ({ total: 0, steps: 0 }),
  evolve: (state, event) => {
    const { by } = event.data as { by: unknown };
    if (typeof by !== 'number') throw new Error('that is no step');
    state.total += by;
    state.steps += 1;
    return state;
  },
  snapshot: {
    schema: 1,
    everyEvents: 3,
    save: (state) => ({ ...state }),
    load: (saved) => {
      loads.snapshots += 1;
      return saved as Count;
    },
  },
};

/** A decision of a test's own. Its default scope is counter `a`. */
export interface Script {
  readonly scope?: CommandScope;
  moreScope?(view: View): CommandScope;
  decide(view: View, meta: CommandMeta): Decided<unknown> | Refusal;
}

export const counted = (id: string, by: unknown, postings: NewEvent['postings'] = []): NewEvent => ({
  stream: `counter-${id}`,
  type: 'Counted',
  schema: 1,
  data: { by },
  postings,
});
export const moved = (account: string, units: bigint, from = 'house/demo-grants', fromUnits = -units) => [
  { account: from, asset: 'USDT', amount: fromUnits },
  { account, asset: 'USDT', amount: units },
];
export const decides = (...events: NewEvent[]): Script => ({ decide: () => ({ events, answer: null }) });

const another = (view: View): string => `found${view.state(counter, 'a').total}`;
/** Counts into `a`, and into a counter that it finds by what `a` has. */
export const findingAnother: Script = {
  moreScope: (view) => touching(another(view)),
  decide: (view) => ({ events: [counted('a', 1), counted(another(view), 1)], answer: another(view) }),
};

/** The same, and reads that counter before it counts into it. */
export const reachingAnother: Script = {
  ...findingAnother,
  decide: (view, meta) => {
    view.state(counter, another(view));
    return findingAnother.decide(view, meta);
  },
};

/** Counts into `b`, which it finds by what `a` has, and shows what it sees there. */
export const showingAnother = (owner: string): Script => ({
  moreScope: (view) => ({
    ...touching(view.state(counter, 'a').total === 5 ? 'b' : 'c'),
    balances: [[owner, 'USDT']],
  }),
  decide: (view) => {
    const answer = [view.state(counter, 'b').total, format(view.balance(owner, 'USDT'))];
    return { events: [counted('b', 1)], answer };
  },
});

/** Decisions that may not or cannot be stored, with the writer's error messages. */
export const IMPOSSIBLE: [problem: string, message: string, script: (owner: string) => Script][] = [
  ['goes to a stream that nobody has loaded', 'not touched', () => decides(counted('new', 1))],
  ['goes to a stream that another command touched', 'not touched', () => decides(counted('a', 1), counted('b', 1))],
  [
    'has postings that do not sum to zero',
    'does not sum to zero in USDT',
    (owner) => decides(counted('a', 1), counted('a', 1, moved(owner, 5n, 'house/demo-grants', -4n))),
  ],
  [
    'posts to an account of another realm',
    'another realm',
    () => decides(counted('a', 1, moved('user/elsewhere-x.1/spot/available', 5n))),
  ],
  [
    'posts to an account that does not exist',
    'no such',
    (owner) => decides(counted('a', 1, moved(owner, 5n, 'house/x'))),
  ],
  [
    'overdraws a balance that it declared',
    'overdrawn',
    (owner) => ({
      scope: { streams: [[counter, 'a']], balances: [[owner, 'USDT']] },
      decide: () => ({ events: [counted('a', 1, moved(owner, -amount('1000')))], answer: null }),
    }),
  ],
  [
    'reads a stream that it did not declare',
    'not touched',
    () => ({ decide: (view) => ({ events: [], answer: view.state(counter, 'b') }) }),
  ],
  [
    'reads a balance that it did not declare',
    'not touched',
    (owner) => ({ decide: (view) => ({ events: [], answer: view.balance(owner, 'USDT') }) }),
  ],
  [
    'looks further by a stream that it did not declare',
    'not touched',
    () => ({ moreScope: (view) => touching(String(view.state(counter, 'b'))), ...decides() }),
  ],
  [
    'throws',
    'out of order',
    () => ({
      decide: () => {
        throw new Error('out of order');
      },
    }),
  ],
  [
    'has an event that is not JSON',
    'BigInt',
    () => decides(counted('a', 1), { ...counted('a', 1), data: { by: 1, note: 5n } }),
  ],
  ['has an answer that is not JSON', 'BigInt', () => ({ decide: () => ({ events: [counted('a', 1)], answer: 5n }) })],
];

export function touching(...ids: string[]): CommandScope {
  return { streams: ids.map((id) => [counter as StreamKind<unknown>, id] as const) };
}

/** Counts into counters that move money with each step, and carries out scripts. */
export function counterHandlers(realm: string, owner: string): AnyCommandHandler[] {
  const count = handle(commandOf<{ ids: string[]; by: number }, number>('Count'), {
    realms: [realm],
    scope: ({ ids }) => ({ ...touching(...ids), balances: [[owner, 'USDT']] }),
    decide: (view, { ids, by }) => {
      const balance = view.balance(owner, 'USDT');
      const value = amount(String(by));
      if (balance + value * BigInt(ids.length) < 0n) return refuse('test.too-little', { balance: format(balance) });
      const total = ids.reduce((sum, id) => sum + view.state(counter, id).total + by, 0);
      return { events: ids.map((id) => counted(id, by, moved(owner, value))), answer: total };
    },
  });
  const scripted = handle(commandOf<Script>('Scripted'), {
    realms: [realm],
    scope: ({ scope = touching('a') }) => scope,
    moreScope: (view, script) => script.moreScope?.(view) ?? touching(),
    decide: (view, { decide }, meta) => decide(view, meta),
  });
  const reaching = { ...scripted, type: 'Reaching', reaches: [counter as StreamKind<unknown>] };
  return [count, scripted, reaching, { ...scripted, type: 'Elsewhere', realms: ['elsewhere'] }];
}
