import { z } from 'zod';
import { CONTRACT_PRICES } from '../../../contracts/contract-candle.calls.js';
import { PERIODS } from '../../../contracts/market.contract.js';

const symbol = z.string().regex(/^[A-Za-z0-9._-]{2,24}$/);
const SYMBOLS_MAX = 500;

/** A subscription; the same shape as `Channel`, checked. */
export const channelSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('tickers'), symbols: z.array(symbol).min(1).max(SYMBOLS_MAX).optional() }),
  z.strictObject({ kind: z.literal('book'), symbol }),
  z.strictObject({ kind: z.literal('trades'), symbol }),
  z.strictObject({ kind: z.literal('candles'), symbol, period: z.enum(PERIODS) }),
  z.strictObject({
    kind: z.literal('contractCandles'),
    symbol,
    price: z.enum(CONTRACT_PRICES),
    period: z.enum(PERIODS),
  }),
  z.strictObject({ kind: z.literal('account') }),
]);

export const heartbeatSchema = z.object({ main_type: z.literal(1), time: z.number() });
