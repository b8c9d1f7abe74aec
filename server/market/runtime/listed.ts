import { listingInstant } from '../../../contracts/listing.contract.js';
import { amount, format, fromSteps, type Amount } from '../../../shared/money.js';
import type { InstrumentView } from '../../../contracts/market.contract.js';
import type { BookTerms } from '../book-market.js';
import type { Pause, PriceLimits } from '../simulator/pauses.js';
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
    launchAt: spec.opening?.at,
  };
  const listedFrom = (listedAt === null ? undefined : listingInstant(listedAt)) ?? 0;
  return { version, terms, tick: amount(tickSize), lot: amount(lotSize), listedFrom };
}

/** As clients see it at an instant. */
export function viewOf(
  { version: { spec, version }, terms: { limits: sizes }, tick }: Listed,
  {
    beginsAt,
    session,
    isCall,
    pause,
    limits,
  }: {
    readonly beginsAt: number;
    readonly session: SessionState;
    readonly isCall: boolean;
    readonly pause: Pause | undefined;
    readonly limits: PriceLimits | undefined;
  },
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
    minQuantity: sizes.minQuantity,
    maxQuantity: sizes.maxQuantity,
    minNotional: sizes.minNotional,
    maxNotional: sizes.maxNotional,
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
      closingAuctionAt: session.closingAuctionAt ?? null,
      cutOffAt: session.cutOffAt ?? null,
      pause: pause ?? null,
      priceLimits:
        limits === undefined
          ? null
          : { low: format(fromSteps(limits.lowTicks, tick)), high: format(fromSteps(limits.highTicks, tick)) },
    },
  };
}
