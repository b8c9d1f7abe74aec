import { amount, ONE, times, type Amount } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import type { HoldingAction } from '../../core/ports/fund-prices.js';
import type { EventStore } from '../../engine/history/event-store.js';
import { upcast } from '../../engine/history/event-types.js';
import type {
  CorporateActionAnnounced,
  CorporateActionEffective,
  CorporateActionEvent,
} from '../corporate-action/corporate-action.events.js';
import { tradedUntil } from '../mark-price/settlement.js';
import { ratioOf, type Ratio } from '../corporate-action/corporate-action.rules.js';

type Fact = Pick<CorporateActionEvent, 'type' | 'data'>;
type Dated = Pick<
  CorporateActionEffective,
  'dueAt' | 'factor' | 'pricedFrom' | 'perShare' | 'newShares' | 'oldShares' | 'version'
>;

/** What actions since a stretch of time have made of what was traded in it. */
export interface SinceThen {
  readonly from: Instant;
  readonly to: Instant;
  /** A price of one then. */
  readonly price: Amount;
  /** One share of then. */
  readonly shares: Amount;
}

/** What corporate actions do to prices and trading, from the house's history. */
export class EffectiveActions {
  /** By symbol: the announced dividends, splits and delistings, and those that are being paid or carried out. */
  private readonly open = new Map<string, Map<string, { haltsAt: number; effective: boolean }>>();
  private readonly factors = new Map<string, Dated[]>();
  /** Of what is delisted: when, and what each share is paid. */
  private readonly cashOuts = new Map<string, HoldingAction>();
  /** Of announced delistings: when trading ends. */
  private readonly ends = new Map<string, { readonly actionId: string; readonly haltsAt: number }>();

  static async load(store: EventStore): Promise<EffectiveActions> {
    const actions = new EffectiveActions();
    const { rows } = await store.pool.query<{ type: string; schema: number; data: string }>(
      `SELECT type, schema, data FROM events WHERE realm = 'house' AND type = ANY($1) ORDER BY position`,
      [TYPES],
    );
    for (const { type, schema, data } of rows) {
      actions.take({ type, data: upcast(type, schema, JSON.parse(data)).data } as Fact);
    }
    return actions;
  }

  /** Answers whether trading in an instrument ends now where it did not before, or goes on. */
  take(fact: Fact): boolean {
    const { symbol, actionId } = fact.data;
    const before = this.ends.get(symbol);
    if (fact.type === 'CorporateActionWithdrawn' && before?.actionId === actionId) this.ends.delete(symbol);
    this.follow(fact);
    return this.ends.get(symbol) !== before;
  }

  private follow({ type, data }: Fact): void {
    const { symbol, actionId } = data;
    if (type === 'CorporateActionAnnounced') {
      const { kind, dueAt } = data as CorporateActionAnnounced;
      // Who could trade while the average is made would know most of it, and be paid the rest.
      const haltsAt = kind === 'delisting' ? tradedUntil(dueAt) : dueAt;
      if (kind === 'delisting') this.ends.set(symbol, { actionId, haltsAt });
      if (kind !== 'earnings') this.opened(symbol).set(actionId, { haltsAt, effective: false });
    } else if (type === 'CorporateActionEffective') {
      const { dueAt, factor, pricedFrom, perShare, newShares, oldShares, kind, version, openPrice } =
        data as CorporateActionEffective;
      this.opened(symbol).set(actionId, { haltsAt: dueAt, effective: true });
      if (kind === 'delisting') {
        this.cashOuts.set(symbol, { dueAt, perShare: null, newShares: null, oldShares: null, cashOut: openPrice });
        return;
      }
      this.factors.set(symbol, [
        ...(this.factors.get(symbol) ?? []),
        { dueAt, factor, pricedFrom, perShare, newShares, oldShares, version },
      ]);
    } else if (type === 'CorporateActionWithdrawn' || type === 'CorporateActionSettled') {
      this.open.get(symbol)?.delete(actionId);
    }
  }

  /**
   * Whether nobody may trade the instrument: from the instant at which a dividend or split is in the price until every holder has
   * theirs, where it should be in the price and is not yet, and while a delisting's average is made. Beats of before the ex-date are over then, for the price is another one.
   */
  halts(symbol: string, at: number): boolean {
    for (const { haltsAt, effective } of this.open.get(symbol)?.values() ?? [])
      if (effective || haltsAt <= at) return true;
    return this.factors.get(symbol)?.some(({ dueAt }) => at < dueAt) ?? false;
  }

  /** When trading ends in each instrument whose delisting was announced. */
  endings(): ReadonlyMap<string, number> {
    return new Map([...this.ends].map(([symbol, { haltsAt }]) => [symbol, haltsAt]));
  }

  /** Whether holders are being paid, or their shares split: nobody may sell what is about to change, on whatever way. */
  isUnderWay(symbol: string): boolean {
    return [...(this.open.get(symbol)?.values() ?? [])].some(({ effective }) => effective);
  }

  /** How much of the price at an instant the dividends and splits since then have left. */
  leftSince(symbol: string, at: number): Amount {
    const later = this.factors.get(symbol)?.filter(({ pricedFrom }) => pricedFrom > at) ?? [];
    return later.reduce((left, { factor }) => times(left, amount(factor), 'half-even'), ONE);
  }

  /**
   * The stretches of time between actions, with what those since then have made of a price and of a share of it. Prices traded in
   * them compare with those of now by it.
   */
  sinceThen(symbol: string): readonly SinceThen[] {
    const dated = this.factors.get(symbol) ?? [];
    const starts = [0, ...new Set(dated.map(({ pricedFrom }) => pricedFrom))].sort((a, b) => a - b);
    return starts.map((from, n) => ({
      from,
      to: starts[n + 1] ?? Number.MAX_SAFE_INTEGER,
      price: this.leftSince(symbol, from),
      shares: dated
        .filter(({ pricedFrom }) => pricedFrom > from)
        .reduce((shares, terms) => sharesAfter(shares, ratioOf(terms)), ONE),
    }));
  }

  /** What came into effect after one instant and up to another, oldest first. */
  between(symbol: string, after: Instant, until: Instant): HoldingAction[] {
    // A split that took effect late, after a standstill, is in prices and shares from then on.
    const dated = (this.factors.get(symbol) ?? []).map(({ dueAt, pricedFrom, perShare, newShares, oldShares }) => ({
      dueAt: Math.max(dueAt, pricedFrom),
      perShare,
      newShares,
      oldShares,
      cashOut: null,
    }));
    const cashOut = this.cashOuts.get(symbol);
    return [...dated, ...(cashOut ? [cashOut] : [])].filter(({ dueAt }) => dueAt > after && dueAt <= until);
  }

  /** The version of the instrument that the action of an instant has made. */
  versionFrom(symbol: string, pricedFrom: number): number | undefined {
    return this.factors.get(symbol)?.find((dated) => dated.pricedFrom === pricedFrom)?.version;
  }

  /** The last ex-date of which the price has the dividend or split; 0 where there is none. */
  exAt(symbol: string): number {
    return this.factors.get(symbol)?.at(-1)?.dueAt ?? 0;
  }

  private opened(symbol: string) {
    let open = this.open.get(symbol);
    if (open === undefined) this.open.set(symbol, (open = new Map()));
    return open;
  }
}

function sharesAfter(shares: Amount, ratio: Ratio | undefined): Amount {
  return ratio === undefined ? shares : (shares * BigInt(ratio.newShares)) / BigInt(ratio.oldShares);
}

const TYPES = [
  'CorporateActionAnnounced',
  'CorporateActionWithdrawn',
  'CorporateActionEffective',
  'CorporateActionSettled',
] as const;
