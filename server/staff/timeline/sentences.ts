import type { IdentityLevel } from '../../../contracts/identity.contract.js';
import type { TimelineKind } from '../../../contracts/staff-desk.contract.js';
import type {
  AccountClosed,
  AccountErased,
  AccountFrozen,
  AccountReopened,
  AccountUnfrozen,
  DemoExited,
  DemoExpired,
  DemoLife,
  DemoOpened,
  DemoRegenerated,
  LoginPasswordChanged,
  NewDeviceSeen,
  RealAccountOpened,
} from '../../features/account/account.events.js';
import type { C2cChatFacts } from '../../features/c2c/c2c-chat.events.js';
import type { C2cFacts } from '../../features/c2c/c2c.events.js';
import type { CreditFacts } from '../../features/credit/credit.events.js';
import type { IdentityFacts } from '../../features/identity/identity.events.js';
import type { RiskAssessed, RiskExpired } from '../../features/risk/risk.events.js';
import type { SecurityEvent } from '../../features/security/security.events.js';
import type { SpotFacts } from '../../features/spot/spot.events.js';
import type { WalletEvent } from '../../features/wallet/wallet.events.js';
import { SAY_MONEY, type MoneyFacts } from './money.sentences.js';
import { because, followed, plain, type Said, type Sayings } from './said.js';

type FactsOf<Events extends { type: string; data: unknown }> = { [Event in Events as Event['type']]: Event['data'] };

/** Events that happen to users, with their data. */
interface UserFacts
  extends
    Omit<SpotFacts, 'SpotBookOpened' | 'SpotLastTradeMoved' | 'SpotTriggersDeferred'>,
    C2cFacts,
    Pick<C2cChatFacts, 'C2cMessageSent'>,
    CreditFacts,
    IdentityFacts,
    MoneyFacts,
    FactsOf<SecurityEvent>,
    FactsOf<WalletEvent> {
  RiskAssessed: RiskAssessed;
  RiskExpired: RiskExpired;
  DemoOpened: DemoOpened;
  DemoRegenerated: DemoRegenerated;
  DemoExpired: DemoExpired;
  DemoExited: DemoExited;
  RealAccountOpened: RealAccountOpened;
  NewDeviceSeen: NewDeviceSeen;
  LoginPasswordChanged: LoginPasswordChanged;
  AccountFrozen: AccountFrozen;
  AccountUnfrozen: AccountUnfrozen;
  AccountClosed: AccountClosed;
  AccountReopened: AccountReopened;
  AccountErased: AccountErased;
}
type UserEventType = Exclude<keyof UserFacts, 'SpotImpactRecorded'>;

/** The kind that each type of event is filtered by. */
const KINDS: Record<Exclude<UserEventType, keyof MoneyFacts>, TimelineKind> = {
  DemoOpened: 'account',
  DemoRegenerated: 'account',
  DemoExpired: 'account',
  DemoExited: 'account',
  RealAccountOpened: 'account',
  NewDeviceSeen: 'account',
  LoginPasswordChanged: 'account',
  AccountFrozen: 'account',
  AccountUnfrozen: 'account',
  AccountClosed: 'account',
  AccountReopened: 'account',
  AccountErased: 'account',
  GoogleBound: 'account',
  GoogleUnbound: 'account',
  RecoveryCodesRenewed: 'account',
  RecoveryCodeUsed: 'account',
  TradePasswordSet: 'account',
  SecurityQuestionsSet: 'account',
  ContactChanged: 'account',
  NicknameChanged: 'account',
  GoogleRemovalRequested: 'account',
  GoogleRemovalApproved: 'account',
  GoogleRemovalRejected: 'account',
  GoogleRemovalCancelled: 'account',
  GoogleRemoved: 'account',
  RiskAssessed: 'account',
  RiskExpired: 'account',
  CreditScoreChanged: 'account',
  CreditProofSubmitted: 'account',
  CreditProofAccepted: 'account',
  CreditProofRejected: 'account',
  IdentitySubmitted: 'account',
  IdentityMoreAsked: 'account',
  IdentityAnswered: 'account',
  IdentityPassed: 'account',
  IdentityRejected: 'account',
  IdentityWithdrawn: 'account',
  IdentityErased: 'account',
  WalletBound: 'account',
  WalletUnbound: 'account',
  C2cOrderPlaced: 'order',
  C2cOrderMatched: 'order',
  C2cRemitted: 'order',
  C2cCompleted: 'order',
  C2cRejected: 'order',
  C2cAppealed: 'order',
  C2cExpired: 'order',
  C2cReinstated: 'order',
  C2cMessageSent: 'order',
  SpotOrderAccepted: 'order',
  SpotOrderTriggered: 'order',
  SpotOrderMatched: 'fill',
  SpotOrderAmended: 'order',
  SpotOrderReduced: 'order',
  SpotOrderCancelled: 'order',
};

/** Every type of event that is told, and the kind that it is filtered by. */
export const KIND_OF: Readonly<Record<string, TimelineKind>> = {
  ...KINDS,
  ...Object.fromEntries(Object.keys(SAY_MONEY).map((type) => [type, 'money'] as const)),
};

export function typesOfKind(kind: TimelineKind): string[] {
  return Object.entries(KIND_OF).flatMap(([type, its]) => (its === kind ? [type] : []));
}

const granted = ({ grant, policy }: DemoLife) => ({
  amount: grant.amount,
  asset: grant.asset,
  policy: policy.name,
  version: policy.version,
});

const onC2c =
  (step: string) =>
  ({ orderId }: { readonly orderId: string }): Said => ({ sentence: `c2c-${step}`, values: {}, orderId });

const onIdentity =
  (step: string) =>
  ({ level, requestId }: { readonly level: IdentityLevel; readonly requestId: string }): Said => ({
    sentence: `identity-${step}`,
    values: { level },
    orderId: requestId,
  });

const SAY: Sayings<Omit<UserFacts, 'SpotImpactRecorded'>> = {
  ...SAY_MONEY,
  DemoOpened: (data) => ({ sentence: 'demo-opened', values: granted(data) }),
  DemoRegenerated: (data) => ({
    sentence: 'demo-regenerated',
    values: { ...granted(data), generation: data.generation },
  }),
  DemoExpired: ({ generation }) => ({ sentence: 'demo-expired', values: { generation } }),
  DemoExited: ({ generation }) => ({ sentence: 'demo-exited', values: { generation } }),
  RealAccountOpened: plain('real-opened'),
  NewDeviceSeen: plain('new-device'),
  LoginPasswordChanged: ({ how }) => ({
    sentence: how === 'reset' ? 'password-reset' : 'password-changed',
    values: {},
  }),
  AccountFrozen: ({ by, reason, mayRead }) => ({
    sentence: by === 'staff' && !mayRead ? 'frozen-staff-shut' : `frozen-${by}`,
    values: reason === null ? {} : { note: reason },
  }),
  AccountUnfrozen: ({ by, reason }) => ({
    sentence: `unfrozen-${by}`,
    values: reason === null ? {} : { note: reason },
  }),
  AccountClosed: plain('closed'),
  AccountReopened: plain('reopened'),
  AccountErased: plain('erased'),
  GoogleBound: plain('google-bound'),
  GoogleUnbound: plain('google-unbound'),
  RecoveryCodesRenewed: plain('codes-renewed'),
  RecoveryCodeUsed: plain('code-used'),
  TradePasswordSet: ({ how }) => ({ sentence: `trade-password-${how}`, values: {} }),
  SecurityQuestionsSet: plain('questions-set'),
  ContactChanged: ({ kind }) => ({ sentence: `${kind}-changed`, values: {} }),
  NicknameChanged: plain('name-changed'),
  GoogleRemovalRequested: ({ policy }) => ({ sentence: 'recovery-requested', values: followed(policy) }),
  GoogleRemovalApproved: ({ policy }) => ({ sentence: 'recovery-approved', values: followed(policy) }),
  GoogleRemovalRejected: ({ reasons, requestId: orderId }) => ({
    sentence: 'recovery-rejected',
    values: because('identity-recovery', reasons),
    orderId,
  }),
  GoogleRemovalCancelled: ({ how }) => ({ sentence: `recovery-cancelled-${how}`, values: {} }),
  GoogleRemoved: ({ policy }) => ({ sentence: 'recovery-done', values: followed(policy) }),
  RiskAssessed: ({ score, policy }) => ({ sentence: 'risk-assessed', values: { score, ...followed(policy) } }),
  RiskExpired: plain('risk-expired'),
  CreditScoreChanged: ({ from, to, policy }) => ({
    sentence: 'credit-score-changed',
    values: { from, to, ...followed(policy) },
  }),
  CreditProofSubmitted: ({ attempt }) => ({ sentence: 'credit-proof-submitted', values: { attempt } }),
  CreditProofAccepted: plain('credit-proof-accepted'),
  CreditProofRejected: ({ reasons, requestId: orderId }) => ({
    sentence: 'credit-proof-rejected',
    values: because('credit-proof', reasons),
    orderId,
  }),
  C2cOrderPlaced: ({ orderId, amount, asset, payAmount: pay, currency, policy }) => ({
    sentence: 'c2c-placed',
    values: { amount, asset, pay, currency, ...followed(policy) },
    orderId,
  }),
  C2cOrderMatched: onC2c('matched'),
  C2cRemitted: onC2c('remitted'),
  C2cCompleted: onC2c('completed'),
  C2cRejected: ({ kind, reasons, orderId }) => ({ sentence: 'c2c-rejected', values: because(kind, reasons), orderId }),
  C2cAppealed: onC2c('appealed'),
  C2cExpired: onC2c('expired'),
  C2cReinstated: onC2c('reinstated'),
  C2cMessageSent: ({ orderId, from }) => ({ sentence: `c2c-message-${from}`, values: {}, orderId }),
  IdentitySubmitted: ({ level, attempt, requestId, policy }) => ({
    sentence: 'identity-submitted',
    values: { level, attempt, ...followed(policy) },
    orderId: requestId,
  }),
  IdentityMoreAsked: ({ level, requestId, reasons }) => ({
    sentence: 'identity-more-asked',
    values: { level, ...because(`identity-${level}`, reasons) },
    orderId: requestId,
  }),
  IdentityAnswered: onIdentity('answered'),
  IdentityPassed: onIdentity('passed'),
  IdentityRejected: ({ level, requestId, reasons }) => ({
    sentence: 'identity-rejected',
    values: { level, ...because(`identity-${level}`, reasons) },
    orderId: requestId,
  }),
  IdentityWithdrawn: onIdentity('withdrawn'),
  IdentityErased: plain('identity-erased'),
  WalletBound: plain('wallet-bound'),
  WalletUnbound: plain('wallet-unbound'),
  SpotOrderAccepted: accepted,
  SpotOrderTriggered: ({ symbol, orderId }) => ({ sentence: 'order-triggered', values: { symbol }, orderId }),
  SpotOrderMatched: matched,
  SpotOrderAmended: ({ symbol, price, quantity, orderId }) => ({
    sentence: 'order-amended',
    values: { symbol, price, quantity },
    orderId,
  }),
  SpotOrderReduced: ({ symbol, quantity, orderId }) => ({
    sentence: 'order-reduced',
    values: { symbol, quantity },
    orderId,
  }),
  SpotOrderCancelled: ({ symbol, reason, released, orderId }) => ({
    sentence: 'order-cancelled',
    values: { symbol, reason, released },
    orderId,
  }),
};

/** One event in words. A type that nobody has put into words yet says its name. */
export function say(type: string, data: unknown, owners: ReadonlySet<string>): Said {
  if (!Object.hasOwn(SAY, type)) return { sentence: 'other', values: { type } };
  // The table is keyed by type, so the entry found is the one for this event's shape.
  return (SAY[type as UserEventType] as (data: unknown, owners: ReadonlySet<string>) => Said)(data, owners);
}

function accepted({
  symbol,
  order,
  price,
  stopPrice,
  quantity,
  held,
  heldAsset,
  fees,
}: SpotFacts['SpotOrderAccepted']): Said {
  const market = order.kind === 'market';
  const stop = stopPrice !== null;
  const values = {
    symbol,
    side: order.side,
    order_type: stop ? (market ? 'stop' : 'stop-limit') : market ? 'market' : 'limit',
    quantity,
    held,
    asset: heldAsset,
    policy: fees.policy,
    version: fees.policyVersion,
    ...(market ? {} : { price }),
    ...(stop ? { stop: stopPrice } : {}),
  };
  const sentence = `order-accepted${market ? '-market' : ''}${stop ? '-stop' : ''}`;
  return { sentence, values, orderId: order.orderId };
}

/** Seen from the user's side; of a trade with himself, from the taker's. */
function matched(data: SpotFacts['SpotOrderMatched'], owners: ReadonlySet<string>): Said {
  const taker = owners.has(data.takerOwner);
  const other = data.takerSide === 'buy' ? 'sell' : 'buy';
  return {
    sentence: taker ? 'filled-taker' : 'filled-maker',
    values: {
      symbol: data.symbol,
      side: taker ? data.takerSide : other,
      quantity: data.quantity,
      price: data.price,
      notional: data.notional,
      fee: taker ? data.takerFee : data.makerFee,
    },
    orderId: taker ? data.takerOrderId : data.makerOrderId,
  };
}
