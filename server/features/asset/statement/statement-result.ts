import { Injectable } from '@nestjs/common';
import { kindOfEvent } from '../../../../contracts/asset.contract.js';
import type {
  ChainPoint,
  StatementHolding,
  StatementKind,
  StatementResult,
} from '../../../../contracts/statement.contract.js';
import { amount, format, over, ZERO, type Amount } from '../../../../shared/money.js';
import { CostBook, type Disposal } from '../performance/cost-book.js';
import type { OwnerChange } from '../performance/owner-change.projection.js';
import { OwnerChanges } from '../performance/owner-changes.js';
import { Valuation } from '../valuation.js';
import type { HistoryPlace } from '../balance-history.js';

export type Point = ChainPoint & HistoryPlace;

/** A period of the ledger: its owner, and its points in the history. */
export interface Span {
  readonly realm: string;
  readonly ownerId: string;
  readonly opening: Point;
  readonly closing: Point;
}

/** Fees of the period by what they were charged for: `trades USDT`. */
type Fees = Map<string, { kind: StatementKind['kind']; currency: string; charged: Amount; times: number }>;

/** What a period brought, from the owner's first event on: what was acquired before is disposed of at what it cost then. */
@Injectable()
export class StatementResults {
  constructor(
    private readonly changes: OwnerChanges,
    private readonly valuation: Valuation,
  ) {}

  async of(span: Span, from: number, to: number) {
    const book = await this.opened(span);
    const value = (at: number) =>
      [...book.pools].reduce((sum, [asset, { quantity }]) => sum + this.valuation.valueUsdt(asset, quantity, at), ZERO);
    const before = { value: value(from), realised: book.realised, fees: book.fees, flows: book.flows.length };
    const fees: Fees = new Map();
    for await (const change of this.during(span)) {
      book.apply(change);
      count(fees, change);
    }
    const closing = value(to);
    const net = book.flows.slice(before.flows).reduce((sum, flow) => sum + flow.worth, ZERO);
    const result: StatementResult = {
      openingValueUsdt: format(before.value),
      closingValueUsdt: format(closing),
      netFlowsUsdt: format(net),
      pnlUsdt: format(closing - before.value - net),
      realisedUsdt: format(book.realised - before.realised),
      feesUsdt: format(book.fees - before.fees),
    };
    return { result, holdings: this.holdings(book, to), fees };
  }

  /** Everything that was given for something else in the period, the oldest first. USDT counts where it was bought at another price. */
  async *disposals(span: Span): AsyncGenerator<Disposal> {
    const book = await this.opened(span);
    for await (const change of this.during(span))
      yield* book.apply(change).filter(({ asset, gain }) => asset !== 'USDT' || gain !== ZERO);
  }

  private async opened({ realm, ownerId, opening }: Span): Promise<CostBook> {
    const book = new CostBook((asset, held, at) => this.valuation.valueUsdt(asset, held, at));
    for await (const page of this.changes.between(realm, ownerId, 0, opening.position))
      for (const change of page) book.apply(change);
    return book;
  }

  private async *during({ realm, ownerId, opening, closing }: Span): AsyncGenerator<OwnerChange> {
    for await (const page of this.changes.between(realm, ownerId, opening.position, closing.position)) yield* page;
  }

  private holdings({ pools }: CostBook, at: number): StatementHolding[] {
    return [...pools]
      .filter(([, { quantity }]) => quantity > ZERO)
      .sort(([a], [b]) => a.localeCompare(b, 'en'))
      .map(([currency, { quantity, cost }]) => {
        const value = this.valuation.valueUsdt(currency, quantity, at);
        return {
          currency,
          quantity: format(quantity),
          averageCostUsdt: format(over(cost, quantity, 'up')),
          valueUsdt: format(value),
          unrealisedUsdt: format(value - cost),
        };
      });
  }
}

function count(fees: Fees, { event, fee }: OwnerChange): void {
  if (fee === null) return;
  const kind = kindOfEvent(event);
  const key = `${kind} ${fee.asset}`;
  const known = fees.get(key) ?? { kind, currency: fee.asset, charged: ZERO, times: 0 };
  fees.set(key, { ...known, charged: known.charged + fee.amount, times: known.times + 1 });
}

/** Takes fees out of what they were charged for, into lines of their own. */
export function withFees(kinds: readonly StatementKind[], fees: Fees): StatementKind[] {
  const charged = new Map<string, StatementKind>();
  for (const { currency, charged: sum, times } of fees.values()) {
    const known = charged.get(currency) ?? { kind: 'fees', currency, change: '0', movements: 0 };
    const change = format(amount(known.change) - sum);
    charged.set(currency, { ...known, change, movements: known.movements + times });
  }
  const rest = kinds.map((row) => {
    const own = fees.get(`${row.kind} ${row.currency}`);
    return own === undefined ? row : { ...row, change: format(amount(row.change) + own.charged) };
  });
  return [...rest, ...charged.values()];
}
