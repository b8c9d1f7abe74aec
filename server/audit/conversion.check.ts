import type { ConversionLeg, ConversionPrice } from '../../contracts/conversion.contract.js';
import { amount, format } from '../../shared/money.js';
import type { RecordedEvent } from '../core/event.js';
import type { ConversionTerms } from '../features/conversion/conversion.commands.js';
import type { ConversionEvent } from '../features/conversion/conversion.events.js';
import { legOf, rulesOf, secondsOf, spreadFor, sumOf, volatilityOf } from '../features/conversion/conversion.rules.js';
import { exactIndexTicks, finePrice } from '../market/mark-price/index-price.js';
import { minuteReturns } from '../market/mark-price/minute-returns.js';
import { epochOf } from '../market/simulator/epochs.js';
import { modelOf, type Market, type MarketDifference } from './market.check.js';

/** What a conversion was priced at, at the quote or again at its acceptance. */
export interface RecordedTerms extends ConversionTerms {
  readonly realm: string;
  readonly position: number;
  /** For a quote: what its spread follows from. At an acceptance the quoted spread stays. */
  readonly quoted: { readonly rules: ReturnType<typeof rulesOf>; readonly seconds: number } | undefined;
}

type Spec = Parameters<typeof modelOf>[1][number];

/** A version of an instrument, and the instant from which it was in force. */
export interface Revision {
  readonly at: number;
  readonly version: number;
  readonly spec: Spec;
}

/** A revision is in force a moment after it is written. */
const REVISION_MS = 1000;

/** The terms that an event of a conversion records; none for other events. */
export function termsIn(realm: string, event: RecordedEvent): RecordedTerms[] {
  const { type, data, position } = event as ConversionEvent & { position: number };
  switch (type) {
    case 'ConversionQuoted': {
      const { legs, to, receives, quotedAt: at, kind } = data;
      const rules = rulesOf(data);
      return [{ realm, position, legs, to, receives, at, quoted: { rules, seconds: secondsOf(kind, rules) } }];
    }
    case 'FundsConverted':
    case 'ConversionQuoteEnded':
      return data.atAcceptance === null ? [] : [{ ...data.atAcceptance, realm, position, quoted: undefined }];
    default:
      return [];
  }
}

/** Every price, volatility, spread and amount of conversions again: index prices of that instant, minutes that were over. */
export function auditConversions(
  market: Market,
  revisions: ReadonlyMap<string, readonly Revision[]>,
  recorded: readonly RecordedTerms[],
): MarketDifference[] {
  const models = new Map<Spec, ReturnType<typeof modelOf>>();
  const differences: MarketDifference[] = [];
  for (const terms of recorded) {
    const { at, realm, position, legs, to } = terms;
    const specs = [...legs, to].map(({ symbol }) => inForce(revisions, symbol, at));
    const expected = specs.some((each) => each.length === 0)
      ? ['a listed instrument']
      : // Where a revision fell into the same moment, the terms are those of the version before or after it.
        [0, -1].map((last) => text(again(terms, (n) => specs[n]!.at(last) ?? null)));
    const found = text(terms);
    if (expected.includes(found)) continue;
    const epoch = epochOf(at, market.epochMs);
    const symbol = legs[0]?.symbol ?? to.symbol ?? 'USDT';
    differences.push({ what: 'conversion', epoch, symbol, at, realm, position, expected: expected[0]!, found });
  }
  return differences;

  function again(
    { legs, to, at, quoted }: RecordedTerms,
    specOf: (n: number) => Spec | null,
  ): Pick<ConversionTerms, 'legs' | 'to' | 'receives'> {
    const target = priced(to, specOf(legs.length), at);
    const made = legs.map((leg, n): ConversionLeg => {
      const spec = specOf(n);
      const spread =
        quoted === undefined
          ? leg
          : spreadFor(
              quoted.rules,
              volatilityOf(returnsOf(spec, at), returnsOf(specOf(legs.length), at), quoted.seconds),
            );
      return legOf(amount(leg.amount), priced(leg, spec, at), target, spread);
    });
    return { legs: made, to: target, receives: sumOf(made) };
  }

  function priced({ currency, symbol }: ConversionPrice, spec: Spec | null, at: number): ConversionPrice {
    if (spec === null) return { currency, priceUsdt: '1', symbol };
    const ticks = exactIndexTicks(model(spec), spec.symbol, at);
    return { currency, priceUsdt: format(finePrice(ticks, amount(spec.tickSize))), symbol };
  }

  function returnsOf(spec: Spec | null, at: number): number[] {
    return spec === null ? [] : minuteReturns(model(spec), spec.symbol, at);
  }

  function model(spec: Spec): ReturnType<typeof modelOf> {
    const known = models.get(spec) ?? modelOf(market, [spec]);
    models.set(spec, known);
    return known;
  }
}

/** The versions that may have been in force, oldest first; `[null]` for USDT, which has none. */
function inForce(
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

/** What of the terms is computed, in one form. */
function text({ legs, to, receives }: Pick<ConversionTerms, 'legs' | 'to' | 'receives'>): string {
  const sold = legs.map(
    (leg) => `${leg.amount} ${leg.currency} at ${leg.priceUsdt} spread ${leg.spreadRate} (${leg.volatility})`,
  );
  return `${sold.join(', ')} for ${receives} ${to.currency} at ${to.priceUsdt}`;
}
