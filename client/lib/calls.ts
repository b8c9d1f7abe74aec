import type {
  BrandView,
  CodeSentView,
  DeviceSessionView,
  EnteredView,
  FiguresView,
  InfoView,
  LoginView,
  SessionView,
} from '../../contracts/account.contract';
import type {
  AccountRecordRow,
  AssetHistoryView,
  AssetsAtView,
  AssetsView,
  BalancePostingsView,
  HoldRow,
} from '../../contracts/asset.contract';
import type {
  ChainAddressView,
  ChainBlockDetail,
  ChainHit,
  ChainOverview,
  ChainTransactionDetail,
  FaucetAnswer,
  NetworkView,
} from '../../contracts/chain.contract';
import type { SentWireView } from '../../contracts/bank.contract';
import type {
  C2cChangedView,
  C2cCreatedView,
  C2cMessagesView,
  C2cOrderRow,
  C2cOrderView,
  C2cView,
} from '../../contracts/c2c.contract';
import type { ContentKind, ContentListView, ContentView, HelpHit, UnreadView } from '../../contracts/content.contract';
import type { ConversionQuoteView, ConversionView, DustQuoteView } from '../../contracts/conversion.contract';
import type { CreditProofSubmittedView, CreditView } from '../../contracts/credit.contract';
import type { LiabilityEpochsView, LiabilityProofView } from '../../contracts/liability.contract';
import type { MarkedMessagesView, MessagesView } from '../../contracts/message.contract';
import type { PerformanceView } from '../../contracts/performance.contract';
import type { StatementView } from '../../contracts/statement.contract';
import type { RiskView } from '../../contracts/risk.contract';
import type { CheckpointsView } from '../../contracts/audit.contract';
import type {
  DepositAddressView,
  DepositChannelsView,
  DepositDetailView,
  DepositSubmittedView,
  DepositView,
} from '../../contracts/deposit.contract';
import type { Page } from '../../contracts/envelope.contract';
import type {
  IdentityFormView,
  IdentityLevel,
  IdentitySubmittedView,
  IdentityView,
} from '../../contracts/identity.contract';
import type { PromotionView } from '../../contracts/invitation.contract';
import type {
  CandlesView,
  CurrencyView,
  EpochView,
  InstrumentDetailView,
  InstrumentView,
  MoversView,
  Period,
  SparklineView,
  TickerView,
} from '../../contracts/market.contract';
import type {
  ContactTicketView,
  GoogleSetupView,
  RecoveryCodesView,
  RecoveryTicketView,
  SecurityView,
} from '../../contracts/security.contract';
import type { DecisionView, PolicyView } from '../../contracts/policy-change.contract';
import type { OrderAnswer, OrderEventsView, OrderPreview, OrderView, TradeView } from '../../contracts/spot.contract';
import type { PayeeAddedView, PayeesView } from '../../contracts/payee.contract';
import type { TransferView } from '../../contracts/transfer.contract';
import type { WalletChallengeView, WalletPurpose, WalletView } from '../../contracts/wallet.contract';
import type { WithdrawalPreview, WithdrawalRulesView, WithdrawalView } from '../../contracts/withdrawal.contract';
import { get, post, type Params } from './api';

/** A form shows refusals at its fields. */
const QUIET = { quietRefusals: true };

/** The session as this browser keeps it: money, cards and payment settings stay out of its storage. */
function sessionOf(info: InfoView): SessionView {
  const { token, lang, realm, userId, name, phone, email, transaction_password, frozen, demo } = info;
  return { token, lang, realm, userId, name, phone, email, transaction_password, frozen, demo };
}

/** Every call that the client makes, in one place: the table of contents of the API as the browser uses it. */
export const calls = {
  tempLogin: () => get<SessionView>('web/tempLogin'),
  userLogin: (body: Params) => post<SessionView>('web/userLogin', body, QUIET),
  getCode: (query: { purpose: string; account: string; country?: string }) => get<CodeSentView>('web/getCode', query),
  userRegister: (body: Params) => post<EnteredView>('web/userRegister', body, QUIET),
  resetPassword: (body: Params) => post<null>('web/resetPassword', body, QUIET),
  updatePassword: (body: Params) => post<null>('web/updatePassword', body, QUIET),
  sessions: () => get<DeviceSessionView[]>('web/getSessions'),
  endSession: (sessionId: string) => post<null>('web/endSession', { sessionId }),
  endOtherSessions: () => post<null>('web/endOtherSessions', {}),
  logins: () => get<LoginView[]>('web/getLogins'),
  promotion: () => get<PromotionView>('web/getMyPromotion'),
  logout: () => post<null>('web/logout', {}),
  exitDemo: () => post<null>('web/exitDemo', {}),
  regenerateDemo: () => post<SessionView>('web/regenerateDemo', {}),
  info: async () => sessionOf(await get<InfoView>('web/info')),
  walletChallenge: (query: { purpose: WalletPurpose; address: string; domain: string }) =>
    get<WalletChallengeView>('web/getWalletChallenge', query),
  walletLogin: (body: Params) => post<SessionView>('web/walletLogin', body, { quietRefusals: true }),
  wallet: () => get<WalletView>('web/getWallet'),
  bindWallet: (body: Params) => post<WalletView>('web/bindWallet', body, { quietRefusals: true }),
  unbindWallet: (body: Params) => post<WalletView>('web/unbindWallet', body, { quietRefusals: true }),

  identity: () => get<IdentityView>('web/getIdentity'),
  identityForm: (level: IdentityLevel) => get<IdentityFormView | null>('web/getIdentityForm', { level }),
  submitPrimary: (body: Params) => post<IdentitySubmittedView>('web/submitPrimary', body, { quietRefusals: true }),
  submitAdvanced: (body: Params) => post<IdentitySubmittedView>('web/submitAdvanced', body, { quietRefusals: true }),
  submitAddress: (body: Params) => post<IdentitySubmittedView>('web/submitAddress', body, { quietRefusals: true }),
  withdrawIdentity: (level: IdentityLevel) => post<null>('web/withdrawIdentity', { level }),

  brand: () => get<BrandView>('web/getLogo'),
  figures: () => get<FiguresView>('web/getFigures'),

  contentList: (query: { kind: ContentKind; category?: string | undefined; before?: string; limit?: number }) =>
    get<ContentListView>('web/getContentList', query),
  content: (query: { slug?: string; number?: number }) => get<ContentView>('web/getContent', query),
  searchHelp: (q: string, signal?: AbortSignal) => get<HelpHit[]>('web/searchHelp', { q }, signal),
  unread: () => get<UnreadView>('web/getUnread'),
  readNotices: (which: { slug: string } | { all: true }) => post<UnreadView>('web/readNotices', which),

  messages: (cursor: string | undefined) => get<MessagesView>('web/getMessages', { cursor, limit: 30 }),
  markMessages: (which: { messageId: string } | { all: true }) => post<MarkedMessagesView>('web/markMessages', which),

  risk: () => get<RiskView>('web/getRisk'),
  submitQuestionnaire: (body: Params) => post<RiskView>('web/submitQuestionnaire', body, QUIET),
  publishedPolicy: (name: string) => get<PolicyView>('web/getPolicy', { name }),
  credit: () => get<CreditView>('web/getCredit'),
  submitCreditProof: (body: Params) => post<CreditProofSubmittedView>('web/submitCreditProof', body, QUIET),

  security: () => get<SecurityView>('web/getSecurity'),
  setUpGoogle: (body: Params) => post<GoogleSetupView>('web/setUpGoogle', body, QUIET),
  bindGoogle: (body: Params) => post<RecoveryCodesView>('web/bindGoogle', body, QUIET),
  unbindGoogle: (body: Params) => post<null>('web/unbindGoogle', body, QUIET),
  renewRecoveryCodes: (body: Params) => post<RecoveryCodesView>('web/renewRecoveryCodes', body, QUIET),
  setTradePassword: (body: Params) => post<null>('web/setTradePassword', body, QUIET),
  changeTradePassword: (body: Params) => post<null>('web/changeTradePassword', body, QUIET),
  resetTradePassword: (body: Params) => post<null>('web/resetTradePassword', body, QUIET),
  unlockTrading: (body: Params) => post<null>('web/unlockTrading', body, QUIET),
  setSecurityQuestions: (body: Params) => post<null>('web/setSecurityQuestions', body, QUIET),
  openContactChange: (body: Params) => post<ContactTicketView>('web/openContactChange', body, QUIET),
  changeContact: (body: Params) => post<null>('web/changeContact', body, QUIET),
  changeName: (body: Params) => post<null>('web/changeName', body, QUIET),
  freezeAccount: (body: Params) => post<null>('web/freezeAccount', body, QUIET),
  unfreezeAccount: (body: Params) => post<null>('web/unfreezeAccount', body, QUIET),
  openRecovery: (body: Params) => post<RecoveryTicketView>('web/openRecovery', body, QUIET),
  requestRecovery: (body: Params) => post<null>('web/requestRecovery', body, QUIET),
  stopRecovery: (body: Params) => post<null>('web/stopRecovery', body, QUIET),
  cancelRecovery: () => post<null>('web/cancelRecovery', {}),

  policies: () => get<PolicyView[]>('web/getPolicies'),
  policy: (name: string, version: number) => get<PolicyView>('web/getPolicy', { name, version }),
  decisions: (cursor: string | undefined) => get<Page<DecisionView>>('web/getDecisions', { cursor }),

  instruments: () => get<InstrumentView[]>('web/getInstruments'),
  instrumentDetail: (symbol: string) => get<InstrumentDetailView>('web/getInstrumentDetail', { symbol }),
  currencies: () => get<CurrencyView[]>('web/getCurrencyAll'),
  tickers: () => get<TickerView[]>('web/getTickers'),
  movers: (limit: number) => get<MoversView>('web/getMovers', { limit }),
  sparklines: (symbols: readonly string[]) => get<SparklineView[]>('web/getSparklines', { symbols: symbols.join(',') }),
  candles: (query: { symbol: string; period: Period; before?: number; limit?: number }, signal?: AbortSignal) =>
    get<CandlesView>('web/getCandles', query, signal),
  epochs: (limit: number) => get<EpochView[]>('web/getEpochs', { limit }),
  checkpoint: (realm: string) => get<CheckpointsView>('web/getCheckpoints', { realm, limit: 1 }),

  liabilityProof: () => get<LiabilityProofView>('web/getLiabilityProof'),
  liabilityEpochs: (query: Params) => get<LiabilityEpochsView>('web/getLiabilityEpochs', query),

  previewOrder: (body: Params, signal?: AbortSignal) => get<OrderPreview>('web/previewOrder', body, signal),
  placeOrder: (body: Params, requestToken: string) =>
    post<OrderAnswer>('web/placeOrder', body, { quietRefusals: true, requestToken }),
  placeOco: (body: Params, requestToken: string) =>
    post<OrderAnswer>('web/placeOco', body, { quietRefusals: true, requestToken }),
  amendOrder: (body: { symbol: string; orderId: string; price?: string; stopPrice?: string; quantity?: string }) =>
    post<OrderAnswer>('web/amendOrder', body, { quietRefusals: true }),
  cancelOrder: (symbol: string, orderId: string) => post<OrderAnswer>('web/cancelOrder', { symbol, orderId }),
  cancelAllOrders: (symbol?: string) => post<OrderAnswer>('web/cancelAllOrders', { symbol }),
  openOrders: () => get<OrderView[]>('web/getOpenOrders'),
  orderEvents: (symbol: string, orderId: string) => get<OrderEventsView>('web/getOrderEvents', { symbol, orderId }),
  orderHistory: (query: Params) => get<Page<OrderView>>('web/getOrderHistory', query),
  myTrades: (query: Params) => get<Page<TradeView>>('web/getMyTrades', query),

  depositChannels: () => get<DepositChannelsView>('web/getDepositChannels'),
  depositAddress: (query: { network: string; currency: string }) =>
    get<DepositAddressView>('web/getDepositAddress', query),
  submitDeposit: (body: Params) => post<DepositSubmittedView>('web/submitDeposit', body, QUIET),
  deposits: (query: Params) => get<Page<DepositView>>('web/getDeposits', query),
  deposit: (depositId: string) => get<DepositDetailView>('web/getDeposit', { depositId }),

  payees: () => get<PayeesView>('web/getPayees'),
  addPayeeAddress: (body: Params) => post<PayeeAddedView>('web/addPayeeAddress', body, QUIET),
  addPayeeCard: (body: Params) => post<PayeeAddedView>('web/addPayeeCard', body, QUIET),
  labelPayee: (payeeId: string, label: string) => post<null>('web/labelPayee', { payeeId, label }, QUIET),
  removePayee: (payeeId: string) => post<null>('web/removePayee', { payeeId }),
  setPaymentSettings: (body: Params) => post<null>('web/setPaymentSettings', body, QUIET),

  networks: () => get<NetworkView[]>('web/getNetworks'),
  chainOverview: (query: { network: string; before?: number | undefined; limit?: number }) =>
    get<ChainOverview>('web/getChainOverview', query),
  chainBlock: (network: string, block: string) => get<ChainBlockDetail>('web/getChainBlock', { network, block }),
  chainTransaction: (network: string, hash: string) =>
    get<ChainTransactionDetail>('web/getChainTransaction', { network, hash }),
  chainAddress: (network: string, address: string) =>
    get<ChainAddressView>('web/getChainAddress', { network, address }),
  searchChain: (query: string) => get<ChainHit[]>('web/searchChain', { query }),
  useFaucet: (body: Params) => post<FaucetAnswer>('web/useFaucet', body, QUIET),

  withdrawalRules: () => get<WithdrawalRulesView>('web/getWithdrawalRules'),
  previewWithdrawal: (wish: Params, signal?: AbortSignal) =>
    get<WithdrawalPreview>('web/previewWithdrawal', wish, signal),
  submitWithdrawal: (body: Params) => post<WithdrawalView>('web/submitWithdrawal', body, QUIET),
  cancelWithdrawal: (withdrawalId: string) => post<WithdrawalView>('web/cancelWithdrawal', { withdrawalId }),
  withdrawal: (withdrawalId: string) => get<WithdrawalView>('web/getWithdrawal', { withdrawalId }),
  withdrawals: (query: Params) => get<Page<WithdrawalView>>('web/getWithdrawals', query),

  eraseMe: (body: Params) => post<null>('web/eraseMe', body, { quietRefusals: true }),
  removeImage: (imageId: string) => post<null>('web/removeImage', { imageId }, { quietRefusals: true }),

  transfer: (body: Params) => post<TransferView>('web/transfer', body, QUIET),
  quoteConversion: (body: { from: string; to: string; amount: string }) =>
    post<ConversionQuoteView>('web/quoteConversion', body, QUIET),
  quoteDust: () => post<DustQuoteView>('web/quoteDust', {}, QUIET),
  convert: (quote: string, requestToken: string) =>
    post<ConversionView>('web/convert', { quote }, { quietRefusals: true, requestToken }),

  assets: (after?: number) => get<AssetsView>('web/getAsset2', { after }),
  performance: (query: Params) => get<PerformanceView>('web/getPerformance', query),
  assetsAt: (at: number) => get<AssetsAtView>('web/getAssetsAt', { at }),
  assetHistory: (query: Params) => get<AssetHistoryView>('web/getAssetHistory', query),
  holds: (query: Params) => get<HoldRow[]>('web/getHolds', query),
  balancePostings: (query: Params) => get<BalancePostingsView>('web/getBalancePostings', query),
  statement: (query: Params) => get<StatementView>('web/getStatement', query),
  accountRecords: (query: Params) => get<Page<AccountRecordRow>>('web/getAccountRecords', query),

  c2c: () => get<C2cView>('web/getC2c'),
  createC2c: (body: Params) => post<C2cCreatedView>('web/createC2c', body, QUIET),
  c2cOrder: (orderId: string) => get<C2cOrderView>('web/getC2cOrder', { orderId }),
  c2cOrders: (query: Params) => get<Page<C2cOrderRow>>('web/getC2cOrders', query),
  submitC2c: (body: Params) => post<C2cChangedView>('web/submitC2c', body, QUIET),
  appealC2c: (body: Params) => post<C2cChangedView>('web/appealC2c', body, QUIET),
  c2cMessages: (orderId: string) => get<C2cMessagesView>('web/getC2cMessages', { orderId }),
  sendC2cMessage: (body: Params) => post<null>('web/sendC2cMessage', body, QUIET),
  readC2cMessages: (orderId: string) => post<null>('web/readC2cMessages', { orderId }, QUIET),
  sentWires: () => get<SentWireView[]>('web/getSentWires'),
  sendWire: (body: Params) => post<SentWireView>('web/sendWire', body),
};
