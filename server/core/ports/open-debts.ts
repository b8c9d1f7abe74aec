import { format, ZERO, type Amount } from '../../../shared/money.js';
import type { Instant } from '../clock.js';
import type { CommandScope, StreamKind, View } from '../decider.js';
import type { RecordedEvent } from '../event.js';
import type { Refusal } from '../refusal.js';

interface Owner {
  readonly userId: string;
  readonly ownerId: string;
}

/** One debt, in USDT: principal with the interest and fees up to an instant. */
export interface Debt {
  readonly id: string;
  /** A product's id or a symbol; empty where there is nothing to say. */
  readonly label: string;
  readonly usdt: Amount;
  /** `null`: no date is fixed. */
  readonly dueAt: Instant | null;
  /** What repaying it on its last date costs; where that is over, or no date is fixed, what it costs now. */
  readonly dueUsdt: Amount;
}

/** What an account owes of one product, in USDT. */
export interface OpenDebtsPart {
  /** Stream `<kind>-<ownerId>`. Its name is that of the product: its texts are `owned:product.<name>`. */
  readonly kind: StreamKind<unknown>;
  /** Each with all that repaying it now would cost. */
  debts(state: unknown, at: Instant): readonly Debt[];
  /** Why nothing may be withdrawn: something is overdue. */
  overdue(state: unknown, at: Instant): Refusal | undefined;
}

/** The debts of an account: each noun that lends declares its part (`server/engine/feature.ts`). */
export class OpenDebts {
  constructor(private readonly parts: readonly OpenDebtsPart[]) {}

  /** The streams that must be loaded for it. */
  streams({ ownerId }: Pick<Owner, 'ownerId'>): CommandScope['streams'] {
    return this.parts.map(({ kind }) => [kind, ownerId] as const);
  }

  /** In USDT, of all products together. */
  of({ ownerId }: Pick<Owner, 'ownerId'>, view: Pick<View, 'state'>, at: Instant): Amount {
    return this.parts.reduce((sum, { kind, debts }) => sum + sumOf(debts(view.state(kind, ownerId), at)), ZERO);
  }

  /** Each with its product; together they are what `of` says. */
  each(
    { ownerId }: Pick<Owner, 'ownerId'>,
    view: Pick<View, 'state'>,
    at: Instant,
  ): readonly (Debt & { readonly product: string })[] {
    return this.parts.flatMap(({ kind, debts }) =>
      debts(view.state(kind, ownerId), at).map((debt) => ({ ...debt, product: kind.name })),
    );
  }

  /** The streams that `past` follows from. */
  streamsOf(ownerId: string): string[] {
    return this.parts.map(({ kind }) => `${kind.name}-${ownerId}`);
  }

  /** What was owed at each instant, which are in order, by the events of those streams. */
  past(
    ownerId: string,
    instants: readonly Instant[],
    eventsOf: (stream: string) => readonly RecordedEvent[],
  ): Amount[] {
    return this.parts
      .map((part) => pastOf(part, ownerId, instants, eventsOf(`${part.kind.name}-${ownerId}`)))
      .reduce(
        (sums, debts) => sums.map((sum, n) => sum + (debts[n] ?? ZERO)),
        instants.map(() => ZERO),
      );
  }

  overdue({ ownerId }: Pick<Owner, 'ownerId'>, view: Pick<View, 'state'>, at: Instant): Refusal | undefined {
    return this.parts
      .map((part) => part.overdue(view.state(part.kind, ownerId), at))
      .find((problem) => problem !== undefined);
  }
}

/**
 * What an account puts into custody, a fund or a new coin comes out of what it owns: what is available less debts. Otherwise borrowed money would
 * earn more than it costs. `undefined`: debts leave enough, or less is available than is needed, which is a problem of its own.
 */
export function leftByDebts(
  needed: Amount,
  { available, owed }: { readonly available: Amount; readonly owed: Amount },
): { readonly owed: string; readonly maximum: string } | undefined {
  const free = available > owed ? available - owed : ZERO;
  return needed <= free || needed > available ? undefined : { owed: format(owed), maximum: format(free) };
}

const sumOf = (debts: readonly Debt[]): Amount => debts.reduce((sum, { usdt }) => sum + usdt, ZERO);

function pastOf(
  { kind, debts }: OpenDebtsPart,
  ownerId: string,
  instants: readonly Instant[],
  events: readonly RecordedEvent[],
): Amount[] {
  let [state, next] = [kind.initial(ownerId), 0];
  return instants.map((instant) => {
    for (let event = events[next]; event !== undefined && event.at < instant; event = events[(next += 1)])
      state = kind.evolve(state, event);
    return sumOf(debts(state, instant));
  });
}
