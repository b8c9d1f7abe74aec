import { QueryClient } from '@tanstack/react-query';
import { NetworkError, RefusalError } from './api';

const RECOVER_MS = 5000;

/** Refusals are answers and are not asked again; a broken connection is tried twice more, and then until it is back. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => !(error instanceof RefusalError) && failures < 2,
      refetchInterval: ({ state }) => state.error instanceof NetworkError && RECOVER_MS,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
});

/** The names under which answers are kept. */
export const keys = {
  instruments: ['instruments'] as const,
  figures: ['figures'] as const,
  epochs: ['epochs'] as const,
  brand: (language: string) => ['brand', language] as const,
  content: (language: string, ...of: readonly (string | number | undefined)[]) => ['content', language, ...of] as const,
  unread: ['account', 'unread'] as const,
  messages: (language: string) => ['account', 'messages', language] as const,
  publishedPolicy: (name: string) => ['published-policy', name] as const,
  risk: ['account', 'risk'] as const,
  credit: (language: string) => ['account', 'credit', language] as const,
  profile: ['account', 'profile'] as const,
  sessions: ['account', 'sessions'] as const,
  logins: ['account', 'logins'] as const,
  promotion: ['account', 'promotion'] as const,
  decisions: ['account', 'decisions'] as const,
  depositChannels: ['account', 'deposit', 'channels'] as const,
  depositAddress: (network: string, currency: string) => ['account', 'deposit-address', network, currency] as const,
  deposits: (filters: object) => ['account', 'deposit', 'list', filters] as const,
  deposit: (language: string, depositId: string) => ['account', 'deposit', 'one', language, depositId] as const,
  payees: ['account', 'payees'] as const,
  withdrawalRules: ['account', 'withdrawal-rules'] as const,
  withdrawalPreview: (language: string, wish: object) => ['account', 'withdrawal-preview', language, wish] as const,
  withdrawal: (language: string, id: string) => ['account', 'withdrawal', language, id] as const,
  withdrawals: (language: string, filters: object) => ['account', 'withdrawals', language, filters] as const,
  policies: ['policies'] as const,
  policy: (name: string, version: number) => ['policies', name, version] as const,
  identity: ['account', 'identity'] as const,
  identityForm: (level: string) => ['account', 'identity-form', level] as const,
  networks: ['networks'] as const,
  chain: (...of: readonly (string | number | undefined)[]) => ['chain', ...of] as const,
  instrumentDetail: (symbol: string) => ['instrument-detail', symbol] as const,
  currencies: ['currencies'] as const,
  tickers: ['tickers'] as const,
  movers: ['movers'] as const,
  checkpoint: (realm: string) => ['checkpoint', realm] as const,
  liabilityProof: ['account', 'liability-proof'] as const,
  liabilityRoots: (realm: string) => ['liability', 'roots', realm] as const,
  liabilityEpochs: (realm: string) => ['liability', 'epochs', realm] as const,
  assets: ['account', 'assets'] as const,
  assetsAt: (at: number) => ['account', 'assets-at', at] as const,
  assetHistory: (query: object) => ['account', 'asset-history', query] as const,
  holds: (query: object) => ['account', 'holds', query] as const,
  balancePostings: (query: object) => ['account', 'balance-postings', query] as const,
  statement: (query: object) => ['account', 'statement', query] as const,
  openOrders: ['account', 'open-orders'] as const,
  orderEvents: (orderId: string) => ['account', 'order-events', orderId] as const,
  orderHistory: (filters: object) => ['account', 'order-history', filters] as const,
  myTrades: (filters: object) => ['account', 'my-trades', filters] as const,
  accountRecords: (filters: object) => ['account', 'records', filters] as const,
  dust: ['account', 'dust'] as const,
  quickBuy: (way: string, coin: string, spend: string) => ['account', 'quick-buy', way, coin, spend] as const,
  preview: (body: object) => ['account', 'preview', body] as const,
};
