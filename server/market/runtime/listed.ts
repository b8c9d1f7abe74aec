import { listingInstant } from '../../../contracts/listing.contract.js';
import { amount, type Amount } from '../../../shared/money.js';
import type { InstrumentView } from '../../../contracts/market.contract.js';
import type { BookTerms } from '../book-market.js';
import type { SessionState } from '../simulator/market-clock.js';
import type { ListedInstruments } from './catalogue-source.js';

type Version = NonNullable<ReturnType<ListedInstruments['versions']['get']>>;

export interface Listed {
  readonly version: Version;
  readonly terms: BookTerms;
  readonly tick: Amount;
  readonly lot: Amount;
  /** The first instant of the listing; 0 where no source says it. */
  readonly listedFrom: number;
}

/** Base assets are counted to eight decimals, as the quote asset is. */
const ASSET_DECIMALS = 8;

export function listedOf(version: Version, maxNotional: string): Listed {
  const { spec } = version;
  const { symbol, base, quote, tickSize, lotSize, maxQuantity, minNotional, listedAt } = spec;
  const decimals = { baseDecimals: ASSET_DECIMALS, quoteDecimals: ASSET_DECIMALS };
  const terms: BookTerms = {
    spec: { symbol, version: version.version, base, quote, tickSize, lotSize, ...decimals },
    limits: { minQuantity: lotSize, maxQuantity, minNotional, maxNotional },
  };
  const listedFrom = (listedAt === null ? undefined : listingInstant(listedAt)) ?? 0;
  return { version, terms, tick: amount(tickSize), lot: amount(lotSize), listedFrom };
}

/** As clients see it at an instant. */
export function viewOf(
  { version: { spec, version }, terms: { limits } }: Listed,
  {
    beginsAt,
    session,
    isCall,
  }: { readonly beginsAt: number; readonly session: SessionState; readonly isCall: boolean },
): InstrumentView {
  const { symbol, name, base, quote, tickSize, lotSize, priceDecimals, quantityDecimals } = spec;
  return {
    symbol,
    name,
    class: spec.class,
    base,
    quote,
    tickSize,
    lotSize,
    priceDecimals,
    quantityDecimals,
    minQuantity: limits.minQuantity,
    maxQuantity: limits.maxQuantity,
    minNotional: limits.minNotional,
    maxNotional: limits.maxNotional,
    leverageMax: spec.leverageMax,
    hot: spec.hot,
    sector: spec.sector,
    beginsAt,
    delistedAt: spec.delistedAt ?? null,
    version,
    session: {
      open: session.open,
      phase: session.open ? 'open' : isCall ? 'call' : 'closed',
      calendar: spec.calendar,
      nextChangeAt: session.nextChangeAt ?? null,
      callAt: session.callAt ?? null,
      cutOffAt: session.cutOffAt ?? null,
    },
  };
}
