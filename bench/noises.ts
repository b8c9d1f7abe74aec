import { loginForm } from './steady.js';

/** The visitor's next request. */
export type RequestOf = (n: number) => { readonly path: string; readonly form?: string; readonly token?: string };

export interface Noise {
  readonly connections: number;
  /** Demo accounts that the connections share, and how often each has traded before. */
  readonly accounts: number;
  readonly trades: number;
  requestOf(tokens: readonly string[]): RequestOf;
}

const LANGUAGES = ['jp', 'zh', 'hy', 'ft'];
const LISTS = ['exportStatement', 'exportOrders', 'exportAccountRecords', 'exportDisposals'];
const READINGS = [
  'getAssetHistory?span=1y',
  'getAccountRecords?limit=200',
  `getStatement?from=0&to=${Date.now()}`,
  'getPerformance',
  'getOrderHistory?limit=200',
  'getAsset2',
];

/** In the order in which they are measured. */
export const NOISES = {
  documents: {
    connections: 30,
    accounts: 10,
    trades: 20,
    requestOf: (tokens) => (n) => ({
      path: `/web/exportStatementPdf?from=0&to=${Date.now()}&lang=${at(LANGUAGES, n)}`,
      token: at(tokens, n),
    }),
  },
  files: {
    connections: 30,
    accounts: 5,
    trades: 150,
    requestOf: (tokens) => (n) => ({ path: `/web/${at(LISTS, n)}?from=0&to=${Date.now()}`, token: at(tokens, n) }),
  },
  candles: {
    connections: 200,
    accounts: 5,
    trades: 0,
    requestOf: (tokens) => (n) => ({
      path: `/web/getCandles?symbol=BTCUSDT&period=1m&limit=1000&before=${1_700_000_000_000 + (n % 5000) * 7_000_000}`,
      token: at(tokens, n),
    }),
  },
  'right log-ins': {
    connections: 250,
    accounts: 0,
    trades: 0,
    requestOf: () => () => ({ path: '/web/userLogin', form: loginForm(0) }),
  },
  reading: {
    connections: 100,
    accounts: 5,
    trades: 150,
    requestOf: (tokens) => (n) => ({ path: `/web/${at(READINGS, n)}`, token: at(tokens, n) }),
  },
  orders: {
    connections: 200,
    accounts: 5,
    trades: 0,
    requestOf: (tokens) => (n) => ({
      path: '/web/placeOrder',
      form: `symbol=ETHUSDT&side=${n % 2 === 0 ? 'buy' : 'sell'}&type=market&quantity=0.01`,
      token: at(tokens, n),
    }),
  },
} satisfies Record<string, Noise>;

export type NoiseName = keyof typeof NOISES;

function at<Each>(list: readonly Each[], n: number): Each {
  return list[n % list.length] as Each;
}
