import { key, ownKey } from '../lib/keys.js';
import type { TradedProduct } from './traded-product.js';

export const marketKeys = {
  instruments: key('market', 'instruments'),
  someInstruments: key<[which: object]>('market', 'some-instruments'),
  sessions: key('market', 'sessions'),
  detail: key<[symbol: string]>('market', 'detail'),
  funding: key<[symbol: string]>('market', 'funding'),
  contractTickers: key<[realm: string, symbols: string]>('market', 'contract-tickers'),
  volatility: key<[symbol: string]>('market', 'volatility'),
  actions: key<[symbol: string]>('market', 'actions'),
  currencies: key('market', 'currencies'),
  tickers: key('market', 'tickers'),
  movers: key('market', 'movers'),
  epochs: key<[from: string]>('market', 'epochs'),
};

export const orderKeys = {
  open: ownKey<[product: TradedProduct]>('order', 'open'),
  events: ownKey<[orderId: string]>('order', 'events'),
  history: ownKey<[filters: object]>('order', 'history'),
  trades: ownKey<[filters: object]>('order', 'trades'),
  preview: ownKey<[body: object]>('order', 'preview'),
  feeTable: key<[product: TradedProduct]>('order', 'fee-table'),
  fees: ownKey<[product: TradedProduct]>('order', 'fees'),
  rates: ownKey<[symbol: string]>('order', 'rates'),
};
