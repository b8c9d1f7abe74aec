import {
  getContractCandles,
  type ContractCandleRow,
  type ContractPrice,
} from '../../../contracts/contract-candle.calls';
import { getCandles } from '../../../contracts/market.calls';
import type { CandleRow, Period } from '../../../contracts/market.contract';
import { api } from '../../lib/api';
import { hear, join } from '../../lib/socket';

/** A contract, with which of its prices the chart draws. */
export interface ChartedContract {
  symbol: string;
  price: ContractPrice;
}

interface CandlePage {
  candles: CandleRow[];
  beginsAt: number;
}

/** Where the candles of a chart come from. */
export interface CandleFeed {
  period: Period;
  page: (range: { before?: number; limit: number }, signal: AbortSignal) => Promise<CandlePage>;
  /** From now on; `onSnapshot` comes again after every reconnect. */
  follow: (onSnapshot: (candles: CandleRow[]) => void, onCandle: (candle: CandleRow) => void) => () => void;
}

export function candleFeed(symbol: string, period: Period, price: ContractPrice | null): CandleFeed {
  return price === null ? instrumentFeed(symbol, period) : contractFeed(symbol, period, price);
}

function instrumentFeed(symbol: string, period: Period): CandleFeed {
  return {
    period,
    page: (range, signal) => api.call(getCandles, { symbol, period, ...range }, { signal }),
    follow: (onSnapshot, onCandle) => {
      const leave = join(`candles:${symbol}:${period}`, { kind: 'candles', symbol, period }, (snapshot) =>
        onSnapshot(snapshot as CandleRow[]),
      );
      const stop = hear('candles', (message) => {
        if (message.symbol === symbol && message.period === period) onCandle(message.candle);
      });
      return () => (stop(), leave());
    },
  };
}

/** No figure at all: what is reckoned from volume has no value then, where a zero would give one. */
const NO_VOLUME = 'NaN';
const asRow = (row: ContractCandleRow): CandleRow => [...row, NO_VOLUME];

function contractFeed(symbol: string, period: Period, price: ContractPrice): CandleFeed {
  return {
    period,
    page: async (range, signal) => {
      const page = await api.call(getContractCandles, { symbol, period, price, ...range }, { signal });
      return { ...page, candles: page.candles.map(asRow) };
    },
    follow: (onSnapshot, onCandle) => {
      const channel = { kind: 'contractCandles', symbol, price, period } as const;
      const leave = join(`contractCandles:${symbol}:${price}:${period}`, channel, (snapshot) =>
        onSnapshot((snapshot as ContractCandleRow[]).map(asRow)),
      );
      const stop = hear('contractCandles', (message) => {
        if (message.symbol === symbol && message.period === period && message.price === price)
          onCandle(asRow(message.candle));
      });
      return () => (stop(), leave());
    },
  };
}
