import { planned } from '../../core/command.js';
import type { RecordedEvent } from '../../core/event.js';
import type { PersonNotification } from '../../core/ports/notifier.js';
import type { Sealed } from '../../core/person.js';
import type { Effects, Reaction } from '../../engine/reactions/reaction.js';
import type { ReviewApproved, ReviewMoreRequested, ReviewRejected } from '../../review/review.events.js';
import type { AccountFrozen, AccountUnfrozen, NewDeviceSeen } from '../account/account.events.js';
import type { C2cMessageSent } from '../c2c/c2c-chat.events.js';
import type { C2cCompleted, C2cExpired, C2cOrderMatched, C2cReinstated, C2cRejected } from '../c2c/c2c.events.js';
import type { DepositCredited, DepositFailed, DepositSeen } from '../deposit/deposit.events.js';
import type { PayeeAddressAdded, PayeeCardAdded, PayeeRemoved, PaymentSettingsSet } from '../payee/payee.events.js';
import type { RiskExpired } from '../risk/risk.events.js';
import type {
  AuthenticatorRemovalApproved,
  AuthenticatorRemovalCancelled,
  AuthenticatorRemovalRejected,
  AuthenticatorRemovalRequested,
  AuthenticatorRemoved,
} from '../security/recovery.events.js';
import type { ContactChanged } from '../security/security.events.js';
import type { WithdrawalPaid, WithdrawalReturned } from '../withdrawal/withdrawal.events.js';
import { SendMessage } from './message.commands.js';

type Event<Data> = RecordedEvent<string, Data>;
type Content = Pick<SendMessage['data'], 'template' | 'values' | 'link' | 'sealedNote'>;

/** What people are told of what happened to them, on the platform and by letter. */
export const messageReactions: readonly Reaction[] = [
  {
    // They read it once they are in again; the letter goes out from where the account was frozen.
    name: 'when-account-frozen-tell-the-person',
    realms: ['real'],
    on: {
      AccountFrozen: ({ data, at, position }: Event<AccountFrozen>) =>
        tell(data.userId, `frozen:${position}`, {
          template: 'account-frozen',
          values: { frozenAt: at },
          link: '/setting',
        }),
      AccountUnfrozen: ({ data, at, position }: Event<AccountUnfrozen>) =>
        tell(data.userId, `frozen:${position}`, {
          template: 'account-unfrozen',
          values: { unfrozenAt: at },
          link: '/setting',
        }),
    },
  },
  {
    // Which device and from where is in the list of sessions, which only they see.
    name: 'when-new-device-seen-tell-the-person',
    realms: ['real'],
    on: {
      NewDeviceSeen: ({ data, at, position }: Event<NewDeviceSeen>) =>
        tell(data.userId, `device:${position}`, { template: 'new-device', values: { seenAt: at }, link: '/setting' }),
    },
  },
  {
    // Letters go out from where the change is made; this stays readable on the platform.
    name: 'when-security-changed-tell-the-person',
    realms: ['real'],
    on: {
      AuthenticatorBound: factorChanged('authenticator-bound'),
      AuthenticatorUnbound: factorChanged('authenticator-unbound'),
      RecoveryCodesRenewed: factorChanged('recovery-codes'),
      TradePasswordSet: factorChanged('trade-password'),
      SecurityQuestionsSet: factorChanged('questions'),
      LoginPasswordChanged: factorChanged('login-password'),
      WalletBound: factorChanged('wallet'),
      WalletUnbound: factorChanged('wallet'),
      ContactChanged: (event: Event<ContactChanged>) => factorChanged(event.data.kind)(event),
    },
  },
  {
    // Whoever asked, the person hears of every step everywhere, because they can still stop it.
    name: 'when-recovery-moves-tell-the-person',
    realms: ['real'],
    on: {
      AuthenticatorRemovalRequested: ({ data, at }: Event<AuthenticatorRemovalRequested>) => {
        const { waitingHours: hours } = data.policy.inputs as { waitingHours: number };
        const letter = { values: { requestedAt: at, hours }, stopCodeOf: data.requestId };
        return tellOfRecovery(data, { template: 'recovery-requested', values: { requestedAt: at } }, letter);
      },
      AuthenticatorRemovalApproved: ({ data }: Event<AuthenticatorRemovalApproved>) =>
        tellOfRecovery(data, { template: 'recovery-approved', values: { effectAt: data.effectAt } }),
      // Reasons stand in the message only: a letter names none, and whoever is locked out asks support.
      AuthenticatorRemovalRejected: ({ data, at }: Event<AuthenticatorRemovalRejected>) =>
        tellOfRecovery(
          data,
          {
            template: 'recovery-rejected',
            values: { reasons: reasonsOf('identity-recovery', data.reasons) },
            ...noteOf(data),
          },
          { values: { decidedAt: at } },
        ),
      AuthenticatorRemovalCancelled: ({ data, at }: Event<AuthenticatorRemovalCancelled>) =>
        tellOfRecovery(data, { template: 'recovery-cancelled', values: { cancelledAt: at } }),
      AuthenticatorRemoved: ({ data, at }: Event<AuthenticatorRemoved>) =>
        tellOfRecovery(data, {
          template: 'recovery-done',
          values: { removedAt: at, withdrawAt: data.withdrawalsFrom },
        }),
    },
  },
  {
    // A thief saves an address of their own first: the owner hears of it while the new entry still cools off.
    name: 'when-payees-changed-tell-the-person',
    realms: ['real'],
    on: {
      PayeeAddressAdded: (event: Event<PayeeAddressAdded>) => payeeAdded(event, 'address', '/address'),
      PayeeCardAdded: (event: Event<PayeeCardAdded>) => payeeAdded(event, 'card', '/bank'),
      PayeeRemoved: ({ data: { userId, payeeId, kind = 'address' }, at }: Event<PayeeRemoved>) =>
        tell(
          userId,
          `payee-removed:${payeeId}`,
          {
            template: 'payee-removed',
            values: { kind: `@message-box:removed.${kind}`, removedAt: at },
            link: kind === 'address' ? '/address' : '/bank',
          },
          { template: 'payee-removed', values: { removedAt: at } },
        ),
      PaymentSettingsSet: ({ data, at, position }: Event<PaymentSettingsSet>) => {
        const news = { template: 'payment-settings-set', values: { changedAt: at } } as const;
        return tell(data.userId, `payment-settings:${position}`, { ...news, link: '/bank' }, news);
      },
    },
  },
  {
    // The cap is lower from now on, and a new assessment is the way back.
    name: 'when-risk-expired-tell-the-person',
    realms: ['real'],
    on: {
      RiskExpired: ({ data: { userId, assessmentId } }: Event<RiskExpired>) =>
        tell(userId, `risk-expired:${assessmentId}`, { template: 'risk-expired', values: {}, link: '/questionnaire' }),
    },
  },
  {
    // Staff have written of a deposit that they attributed already; a letter goes out only at its end.
    name: 'when-deposit-moved-tell-the-person',
    realms: ['real'],
    on: {
      DepositSeen: ({ data }: Event<DepositSeen>) => {
        const { amount, currency, network, confirmationsNeeded: needed } = data;
        return tellOfDeposit(data, 'deposit-arrived', { amount, currency, network, needed });
      },
      DepositCredited: ({ data, at }: Event<DepositCredited>) => {
        const { amount, currency } = data;
        return tellOfDeposit(data, 'deposit-credited', { amount, currency }, at);
      },
      DepositFailed: ({ data, at }: Event<DepositFailed>) => {
        const { amount, currency, reason } = data;
        const values = { amount, currency, reason: `@message-box:deposit-reason.${reason}` };
        return tellOfDeposit(data, 'deposit-failed', values, at);
      },
    },
  },
  {
    // They heard of the decision before; this is what chain or bank made of it.
    name: 'when-withdrawal-ended-tell-the-person',
    realms: ['real'],
    on: {
      WithdrawalPaid: (event: Event<WithdrawalPaid>) => withdrawalEnded(event, 'withdrawal-paid'),
      WithdrawalReturned: (event: Event<WithdrawalReturned>) => withdrawalEnded(event, 'withdrawal-returned'),
    },
  },
  {
    // Every step that somebody else made; the letter says only that there is something to read.
    name: 'when-c2c-order-moves-tell-the-person',
    realms: ['real'],
    on: {
      C2cOrderMatched: (event: Event<C2cOrderMatched>) =>
        tellOfC2c(event, { template: 'c2c-matched', values: {} }, '/c2c_account'),
      C2cCompleted: (event: Event<C2cCompleted>) => tellOfC2c(event, { template: 'c2c-completed', values: {} }),
      C2cRejected: (event: Event<C2cRejected>) => {
        const values = { reasons: reasonsOf(event.data.kind, event.data.reasons) };
        return tellOfC2c(event, { template: 'c2c-rejected', values, ...noteOf(event.data) });
      },
      C2cExpired: (event: Event<C2cExpired>) =>
        tellOfC2c(event, { template: 'c2c-expired', values: { untilAt: event.data.reinstatableUntil } }),
      C2cReinstated: (event: Event<C2cReinstated>) =>
        tellOfC2c(event, { template: 'c2c-reinstated', values: { expiresAt: event.data.expiresAt } }),
      // Told once and not for every line, and never of one's own.
      C2cMessageSent: (event: Event<C2cMessageSent>) => {
        const { from, first } = event.data;
        return from === 'support' && first ? tellOfC2c(event, { template: 'c2c-message', values: {} }) : {};
      },
    },
  },
  {
    // Whatever staff decide about somebody or need from them; the letter says only that there is something to read.
    name: 'when-review-decided-tell-the-person',
    realms: ['real'],
    on: {
      ReviewApproved: (event: Event<ReviewApproved>) =>
        tellOfReview(event, 'request-approved', { template: 'review-approved', values: kindOf(event) }),
      ReviewRejected: (event: Event<ReviewRejected>) => {
        const values = { ...kindOf(event), reasons: reasonsOf(event.data.kind, event.data.reasons) };
        return tellOfReview(event, 'request-rejected', {
          template: 'review-rejected',
          values,
          ...noteOf(event.data),
        });
      },
      ReviewMoreRequested: (event: Event<ReviewMoreRequested>) => {
        const { kind, reasons, until: answerAt } = event.data;
        const values = { ...kindOf(event), reasons: reasonsOf(kind, reasons), answerAt };
        return tellOfReview(event, 'request-asked', { template: 'review-asked', values });
      },
    },
  },
];

function tell(
  userId: string,
  messageId: string,
  content: Content,
  letter?: Omit<PersonNotification, 'userId'>,
): Effects {
  const commands = [planned(SendMessage, { userId, messageId, ...content })];
  return letter === undefined ? { commands } : { commands, letter: { userId, ...letter } };
}

function factorChanged(factor: string) {
  return ({ data: { userId }, at, position }: Event<{ readonly userId: string }>): Effects => {
    const values = { factor: `@message-box:factor.${factor}`, changedAt: at };
    return tell(userId, `factor:${position}`, { template: 'factor-changed', values, link: '/setting' });
  };
}

interface OfRecovery {
  readonly userId: string;
  readonly requestId: string;
}

/** The letter has the values of the message, where it says no others. */
function tellOfRecovery(
  { userId, requestId }: OfRecovery,
  content: Content,
  letter: Pick<PersonNotification, 'values' | 'stopCodeOf'> = { values: content.values },
): Effects {
  const { template } = content;
  const everywhere = true;
  return tell(
    userId,
    `${template}:${requestId}`,
    { ...content, link: '/setting' },
    { template, everywhere, ...letter },
  );
}

function payeeAdded(
  { data: { userId, payeeId, usableAt }, at }: Event<PayeeAddressAdded | PayeeCardAdded>,
  kind: 'address' | 'card',
  link: string,
): Effects {
  const template = 'payee-added';
  const values = { kind: `@message-box:payee.${kind}`, addedAt: at, usableAt };
  return tell(userId, `payee:${payeeId}`, { template, values, link }, { template, values: { addedAt: at, usableAt } });
}

/** Nobody is told of money that is nobody's. */
function tellOfDeposit(
  { depositId, userId }: { readonly depositId: string; readonly userId: string | null },
  template: Content['template'],
  values: Content['values'],
  decidedAt?: number,
): Effects {
  if (userId === null) return {};
  const content = { template, values, link: `/cbjl?deposit=${depositId}` };
  const letter = decidedAt === undefined ? undefined : { template, values: { decidedAt } };
  return tell(userId, `${template}:${depositId}`, content, letter);
}

function withdrawalEnded(
  { data, at }: Event<WithdrawalPaid | WithdrawalReturned>,
  template: 'withdrawal-paid' | 'withdrawal-returned',
): Effects {
  const { withdrawalId, userId, amount, credited, fee, currency } = data;
  const content = { template, values: { amount, credited, fee, currency }, link: '/tbjl' };
  return tell(userId, `withdrawal:${withdrawalId}`, content, { template, values: { decidedAt: at } });
}

function tellOfC2c(
  { data, at, position }: Event<{ readonly orderId: string; readonly userId: string }>,
  content: Content,
  screen = '/c2c_order',
): Effects {
  const { orderId, userId } = data;
  const letter = { template: 'c2c-news', values: { changedAt: at } };
  return tell(userId, `c2c:${position}`, { ...content, link: `${screen}?id=${orderId}` }, letter);
}

/** Where a person goes on after a decision, by the kind of request. */
const SCREENS: Readonly<Record<string, string>> = {
  'identity-primary': '/sfyz',
  'identity-advanced': '/sfyz',
  'identity-address': '/sfyz',
  'credit-proof': '/xinyongfen',
  'deposit-proof': '/cbjl',
  'withdrawal-crypto': '/tbjl',
  'withdrawal-bank': '/tbjl',
};

/** Kinds of which more is to be said than that they were approved: C2C orders and recoveries have reactions of their own. */
const TOLD_ELSEWHERE = /^(c2c-|identity-recovery$)/;

interface OfReview {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
}

function tellOfReview({ type, version, data, at }: Event<OfReview>, letter: string, content: Content): Effects {
  const { userId, requestId, kind } = data;
  if (TOLD_ELSEWHERE.test(kind)) return {};
  // A request is decided once and asked about as often as it takes.
  const messageId = type === 'ReviewMoreRequested' ? `review:${requestId}:asked:${version}` : `review:${requestId}`;
  const link = SCREENS[kind];
  const whole = link === undefined ? content : { ...content, link };
  return tell(userId, messageId, whole, { template: letter, values: { decidedAt: at } });
}

const kindOf = ({ data }: Event<OfReview>) => ({ kind: `@review:kind.${data.kind}` });

const reasonsOf = (kind: string, reasons: readonly string[]): string =>
  reasons.map((reason) => `@review:reason.${kind}.${reason}`).join(' ');

function noteOf({ sealedNote }: { readonly sealedNote: Sealed | null }): Pick<Content, 'sealedNote'> {
  return sealedNote === null ? {} : { sealedNote: { context: 'review.note', sealed: sealedNote } };
}
