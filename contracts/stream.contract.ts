import type { ContractCandleRow, ContractPrice } from './contract-candle.calls.js';
import type { AssetRow } from './asset.contract.js';
import type { Envelope } from './envelope.contract.js';
import type { AuctionView } from './auction.contract.js';
import type { BookLevel, BookView, CandleRow, Period, PublicTradeView, TickerView } from './market.contract.js';
import type { OrderView, TradeView } from './order.contract.js';

/**
 * Live data over socket.io, path `/socket.io`. The client authenticates with `auth: { token }` in the handshake (optional: a
 * visitor gets the real realm's books) and subscribes to channels; the answer to `subscribe` is a snapshot, followed by numbered messages.
 */
export type Channel =
  | { kind: 'tickers'; symbols?: string[] }
  | { kind: 'book'; symbol: string }
  | { kind: 'trades'; symbol: string }
  | { kind: 'candles'; symbol: string; period: Period }
  | { kind: 'contractCandles'; symbol: string; price: ContractPrice; period: Period }
  | { kind: 'account' };

/** `tickers`, `book:BTCUSDT`, `trades:BTCUSDT`, `candles:BTCUSDT:1m`, `contractCandles:BTCUSDT-PERP:last:1m`, `account`. */
export function channelName(channel: Channel): string {
  switch (channel.kind) {
    case 'tickers':
      return 'tickers';
    case 'account':
      return 'account';
    case 'book':
    case 'trades':
      return `${channel.kind}:${channel.symbol}`;
    case 'candles':
      return `candles:${channel.symbol}:${channel.period}`;
    case 'contractCandles':
      return `contractCandles:${channel.symbol}:${channel.price}:${channel.period}`;
  }
}

/** The levels that changed since the sequence before; quantity `0` removes a level. */
export interface BookDiff {
  symbol: string;
  sequence: number;
  at: number;
  bids: BookLevel[];
  asks: BookLevel[];
  /** As it is now, whether it changed or not. */
  auction: AuctionView | null;
}

export interface AccountUpdate {
  /** Counts this account's updates since the server started; after a gap, `subscribe` again. */
  sequence: number;
  position: number;
  orders: OrderView[];
  trades: TradeView[];
  assets: AssetRow[];
  /** Other changed streams of the person: `c2c-<orderId>`. Screens of the account refetch. */
  changed: string[];
}

/** The candle of a contract that runs, or the one that has just ended. */
export interface ContractCandle {
  symbol: string;
  price: ContractPrice;
  period: Period;
  candle: ContractCandleRow;
}

/** Client → server. Each acknowledged with `{ ok: true, snapshot }` or `{ ok: false, refusal, message }`. */
export interface ClientToServer {
  subscribe: (channel: Channel, ack: (answer: SubscribeAnswer) => void) => void;
  unsubscribe: (channel: Channel, ack: (answer: { ok: boolean }) => void) => void;
  /** Every 20 s (specification, section 7). Answered with the server's time. */
  heartbeat: (beat: { main_type: 1; time: number }, ack: (answer: { main_type: 1; time: number }) => void) => void;
}

export type SubscribeAnswer =
  | {
      ok: true;
      snapshot: TickerView[] | BookView | PublicTradeView[] | CandleRow[] | ContractCandleRow[] | AccountUpdate;
    }
  | { ok: false; refusal: string; message: string };

/** Server → client. */
export interface ServerToClient {
  tickers: (tickers: TickerView[]) => void;
  book: (diff: BookDiff) => void;
  trades: (message: { symbol: string; trades: PublicTradeView[] }) => void;
  candles: (message: { symbol: string; period: Period; candle: CandleRow }) => void;
  contractCandles: (message: ContractCandle) => void;
  account: (update: AccountUpdate) => void;
  /** The session is over; `code` 1000 or 2000 as in the envelope. */
  sessionEnded: (message: Pick<Envelope, 'code' | 'message' | 'title' | 'time'>) => void;
}
