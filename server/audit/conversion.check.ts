import type { ConversionLeg, ConversionPrice } from '../../contracts/conversion.contract.js';
import { amount, format } from '../../shared/money.js';
import type { RecordedEvent } from '../core/event.js';
import type { ConversionRules, ConversionTerms } from '../features/conversion/conversion.commands.js';
import type { ConversionEvent, ConversionQuoted } from '../features/conversion/conversion.events.js';
import {
  legOf,
  moveRefusal,
  rulesOf,
  secondsOf,
  spreadFor,
  sumOf,
  volatilityOf,
} from '../features/conversion/conversion.rules.js';
import { exactIndexTicks, finePrice } from '../market/mark-price/index-price.js';
import { minuteReturns } from '../market/mark-price/minute-returns.js';
import { epochOf } from '../market/simulator/epochs.js';
import type { PublishedTables } from './fee.check.js';
import { modelOf, type Market, type MarketDifference } from './market.check.js';

/** A quote, or what became of it at its acceptance, with the prices of that instant. */
export interface RecordedTerms extends ConversionTerms {
  readonly realm: string;
  readonly position: number;
  readonly quote: ConversionQuoted;
  readonly is: 'quoted' | 'converted' | 'refused';
  /** What was paid out; of a refusal nothing. */
  readonly received: string;
}

type Spec = Parameters<typeof modelOf>[1][number];

/** A version of an instrument, and the instant from which it was in force. */
export interface Revision {
  readonly at: number;
  readonly spec: Spec;
}

/** A revision is in force a moment after it is written. */
export const REVISION_MS = 1000;

/** Gathers the conversions of one realm, event by event. */
export class Conversions {
  readonly recorded: RecordedTerms[] = [];
  private readonly quotes = new Map<string, ConversionQuoted>();

  constructor(
    private readonly realm: string,
    private readonly wanted: (at: number) => boolean,
  ) {}

  take(event: RecordedEvent): void {
    const { type, data, position } = event as ConversionEvent & { position: number };
    switch (type) {
      case 'ConversionQuoted': {
        this.quotes.set(data.quoteId, data);
        const { legs, to, receives, quotedAt: at } = data;
        this.record({ legs, to, receives, at, position, quote: data, is: 'quoted', received: receives });
        return;
      }
      case 'FundsConverted':
        this.ended(data, { position, is: 'converted', received: data.received });
        return;
      case 'ConversionQuoteEnded':
        this.ended(data, { position, is: 'refused', received: '' });
        return;
      default:
    }
  }

  private ended(
    { quoteId, atAcceptance }: { readonly quoteId: string; readonly atAcceptance: ConversionTerms | null },
    end: Pick<RecordedTerms, 'position' | 'is' | 'received'>,
  ): void {
    const quote = this.quotes.get(quoteId);
    this.quotes.delete(quoteId);
    if (quote !== undefined && atAcceptance !== null) this.record({ ...atAcceptance, ...end, quote });
  }

  private record(terms: Omit<RecordedTerms, 'realm'>): void {
    if (this.wanted(terms.at)) this.recorded.push({ ...terms, realm: this.realm });
  }
}

/**
 * Every conversion again: index prices of that instant, volatility of the minutes that were over, spread by the published rules,
 * and at the acceptance whether the price had moved too far.
 */
export function auditConversions(
  market: Market,
  known: { readonly revisions: ReadonlyMap<string, readonly Revision[]>; readonly published: PublishedTables },
  recorded: readonly RecordedTerms[],
): MarketDifference[] {
  const repricing = new Repricing(market);
  const differences: MarketDifference[] = [];
  for (const terms of recorded) {
    const { at, realm, position, legs, to, quote } = terms;
    const specs = [...quote.legs, quote.to].map(({ symbol }) => inForce(known.revisions, symbol, at));
    const { name, version } = quote.policy;
    const inputs = known.published.get(`${name} ${version}`);
    const published = inputs && rulesOf({ policy: { name, version, inputs } });
    const expected =
      published === undefined || specs.some((each) => each.length === 0)
        ? ['published rules and listed instruments']
        : // Where a revision fell into the same moment, the terms are those of the version before or after it.
          [0, -1].map((last) => repricing.expectedOf(terms, published, (n) => specs[n]!.at(last) ?? null));
    const found = `${text(terms)} ${outcomeOf(terms, rulesOf(quote), published)}`;
    if (expected.includes(found)) continue;
    const epoch = epochOf(at, market.epochMs);
    const symbol = legs[0]?.symbol ?? to.symbol ?? 'USDT';
    differences.push({ what: 'conversion', epoch, symbol, at, realm, position, expected: expected[0]!, found });
  }
  return differences;
}

/** What conversions are expected to say, from revealed seeds. */
class Repricing {
  private readonly models = new Map<Spec, ReturnType<typeof modelOf>>();

  constructor(private readonly market: Market) {}

  expectedOf(terms: RecordedTerms, published: ConversionRules, specOf: (n: number) => Spec | null): string {
    const { quote, at, is } = terms;
    const target = this.priced(quote.to, specOf(quote.legs.length), at);
    const seconds = secondsOf(quote.kind, published);
    const legs = quote.legs.map((leg, n): ConversionLeg => {
      const spec = specOf(n);
      const minutes = [this.returnsOf(spec, at), this.returnsOf(specOf(quote.legs.length), at)] as const;
      // At an acceptance the quoted spread stays.
      const spread = is === 'quoted' ? spreadFor(published, volatilityOf(...minutes, seconds)) : leg;
      return legOf(amount(leg.amount), this.priced(leg, spec, at), target, spread);
    });
    const made = { legs, to: target, receives: sumOf(legs), at };
    if (is === 'quoted') {
      const again = { ...quote, expiresAt: at + seconds * 1000 };
      return `${text(made)} ${outcomeOf({ is, received: made.receives, quote: again }, published, published)}`;
    }
    const isRefused = moveRefusal(quote, made) !== undefined;
    const end = isRefused
      ? ({ is: 'refused', received: '' } as const)
      : ({ is: 'converted', received: quote.receives } as const);
    return `${text(made)} ${outcomeOf({ ...end, quote }, published, published)}`;
  }

  private priced({ currency, symbol }: ConversionPrice, spec: Spec | null, at: number): ConversionPrice {
    if (spec === null) return { currency, priceUsdt: '1', symbol };
    const ticks = exactIndexTicks(this.model(spec), spec.symbol, at);
    return { currency, priceUsdt: format(finePrice(ticks, amount(spec.tickSize))), symbol };
  }

  private returnsOf(spec: Spec | null, at: number): number[] {
    return spec === null ? [] : minuteReturns(this.model(spec), spec.symbol, at);
  }

  private model(spec: Spec): ReturnType<typeof modelOf> {
    const known = this.models.get(spec) ?? modelOf(this.market, [spec]);
    this.models.set(spec, known);
    return known;
  }
}

/** The versions that may have been in force, oldest first; `[null]` for USDT, which has none. */
export function inForce(
  revisions: ReadonlyMap<string, readonly Revision[]>,
  symbol: string | null,
  at: number,
): (Spec | null)[] {
  if (symbol === null) return [null];
  const all = revisions.get(symbol) ?? [];
  return all
    .filter((revision, n) => revision.at <= at + REVISION_MS && (all[n + 1]?.at ?? Infinity) > at - REVISION_MS)
    .map(({ spec }) => spec);
}

/** What came of it, and the values of the rules that it names. */
function outcomeOf(
  { is, received, quote }: Pick<RecordedTerms, 'is' | 'received' | 'quote'>,
  rules: ConversionRules,
  published: ConversionRules = rules,
): string {
  const named = Object.keys(published).sort() as (keyof ConversionRules)[];
  const until = is === 'quoted' ? `until ${quote.expiresAt} ` : '';
  return `${is} ${received} ${until}by ${named.map((name) => `${name} ${rules[name]}`).join(', ')}`;
}

/** What of the terms is computed, in one form. */
function text({ legs, to, receives }: Pick<ConversionTerms, 'legs' | 'to' | 'receives'>): string {
  const sold = legs.map(
    (leg) => `${leg.amount} ${leg.currency} at ${leg.priceUsdt} spread ${leg.spreadRate} (${leg.volatility})`,
  );
  return `${sold.join(', ')} for ${receives} ${to.currency} at ${to.priceUsdt}`;
}
