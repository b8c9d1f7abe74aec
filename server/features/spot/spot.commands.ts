import type {
  Liquidity,
  NoiseTaker,
  SelfTradePrevention,
  Side,
  TimeInForce,
  TradedRange,
} from '../../market/matching/book.js';
import type { BookSpec } from './spot.events.js';

/** Policy `spot.rules`, as it stood when the command was sent. Rates and bands are decimal fractions. */
export interface SpotPolicy {
  readonly name: string;
  readonly version: number;
  readonly makerRate: string;
  readonly takerRate: string;
  /** A limit price must lie between these multiples of the reference price. */
  readonly limitBandLow: string;
  readonly limitBandHigh: string;
  /** How far from the reference price a market order may fill. */
  readonly marketBand: string;
}

/** The instrument's own limits, from the catalogue; quantities in the base asset, notional in the quote asset. */
export interface InstrumentLimits {
  readonly minQuantity: string;
  readonly maxQuantity: string;
  readonly minNotional: string;
  readonly maxNotional: string;
}

/** What is not state: the instrument and policy in force. */
export interface SpotTerms {
  readonly spec: BookSpec;
  readonly limits: InstrumentLimits;
  readonly policy: SpotPolicy;
}

interface OwnerCommand {
  readonly symbol: string;
  readonly userId: string;
  /** The ledger owner: the user and the generation of his account. */
  readonly ownerId: string;
}

export interface PlaceSpotOrder extends OwnerCommand, SpotTerms {
  readonly orderId: string;
  readonly side: Side;
  readonly kind: 'limit' | 'market' | 'stop' | 'stop-limit';
  readonly price?: string | undefined;
  readonly stopPrice?: string | undefined;
  readonly quantity?: string | undefined;
  readonly quoteAmount?: string | undefined;
  readonly timeInForce?: TimeInForce | undefined;
  readonly postOnly: boolean;
  readonly selfTrade: SelfTradePrevention;
  readonly clientOrderId: string | null;
}

export interface PlaceSpotOco extends OwnerCommand, SpotTerms {
  readonly limitOrderId: string;
  readonly stopOrderId: string;
  readonly side: Side;
  readonly quantity: string;
  readonly price: string;
  readonly stopPrice: string;
  readonly stopLimitPrice?: string | undefined;
  readonly clientOrderId: string | null;
}

export interface AmendSpotOrder extends OwnerCommand, SpotTerms {
  readonly orderId: string;
  readonly price?: string | undefined;
  readonly stopPrice?: string | undefined;
  /** Of an OCO pair both legs get it. */
  readonly quantity?: string | undefined;
}

export interface CancelSpotOrder extends OwnerCommand {
  readonly orderId: string;
}

export interface CancelAllSpotOrders extends OwnerCommand {
  readonly reason: 'user' | 'expired' | 'closed';
}

/** In all of these books at once, so that the repeat of the wish finds its answer and cancels nothing that came after it. */
export interface CancelSpotOrdersInBooks {
  readonly symbols: readonly string[];
  readonly userId: string;
  readonly ownerId: string;
}

/** The market moved through a resting order or a stop; sent by the market runtime only. */
export interface AdvanceSpotMarket {
  readonly symbol: string;
  readonly liquidity: Liquidity;
  readonly traded: TradedRange | null;
  readonly noiseTakers: readonly NoiseTaker[];
}
