import { z } from 'zod';
import { commonFields, pageQuery, periodQuery } from './envelope.contract.js';
import { PAUSE_REASONS } from './policy.contract.js';
import type { RefusalRule } from './refusal.contract.js';

/** To an address on a chain, or to a bank account. */
export const WITHDRAWAL_KINDS = ['crypto', 'bank'] as const;
export type WithdrawalKind = (typeof WITHDRAWAL_KINDS)[number];

/** The specification's labels (section 4); each request ends as `failed` or `success`, and stays it. */
export const WITHDRAWAL_LABELS = ['failed', 'waiting', 'success'] as const;
export type WithdrawalLabel = (typeof WITHDRAWAL_LABELS)[number];

/**
 * How a request stands. `review`: waits for staff; `second-review`: one of two has approved; `held`: risk looks at it; `approved`: waits for the payout;
 * `sent`: on its way on the chain, or ordered at the bank; `paid`: final there; `returned`: it could not be delivered.
 */
export const WITHDRAWAL_STATUSES = [
  'review',
  'second-review',
  'held',
  'approved',
  'sent',
  'paid',
  'rejected',
  'cancelled',
  'returned',
] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

export const LABEL_OF_WITHDRAWAL: Readonly<Record<WithdrawalStatus, WithdrawalLabel>> = {
  review: 'waiting',
  'second-review': 'waiting',
  held: 'waiting',
  approved: 'waiting',
  sent: 'waiting',
  paid: 'success',
  rejected: 'failed',
  cancelled: 'failed',
  returned: 'failed',
};

/**
 * What must have been done with the money before it goes out. `consumption`: spot trades worth a share of all deposits;
 * `invested`: a share of the balance is invested, which is everything but USDT in the spot account; `share`: one request takes
 * at most a share of what is available; `off`: nothing.
 */
export const TURNOVER_MODES = ['consumption', 'invested', 'share', 'off'] as const;
export type TurnoverMode = (typeof TURNOVER_MODES)[number];

/**
 * Values of the policy `withdrawal.rules`. Amounts are decimal strings in USDT; other currencies count at their market price.
 * `chains` is `USDT:ERC20,BTC:BTC`; a window from `12:00` to `24:00` begins at noon and ends with the day, one from `22:00` to
 * `06:00` goes past midnight, and one that ends when it begins is never closed.
 */
export interface WithdrawalRules {
  readonly feeRate: string;
  readonly perDay: number;
  readonly min: string;
  readonly max: string;
  readonly chains: string;
  readonly paysBank: boolean;
  readonly windowFrom: string;
  readonly windowTo: string;
  readonly timeZone: string;
  readonly turnover: TurnoverMode;
  readonly turnoverShare: string;
  readonly fourEyesFrom: string;
  readonly googleRequired: boolean;
  readonly processingHours: number;
}

/** The two readings of the specification (decisions, "Money"): values that staff load into a proposal with one click. */
export const WITHDRAWAL_PRESETS = {
  documented: {
    feeRate: '0.05',
    perDay: 2,
    min: '100',
    max: '200000',
    chains: 'USDT:ERC20',
    paysBank: true,
    windowFrom: '12:00',
    windowTo: '24:00',
    timeZone: 'Asia/Hong_Kong',
    turnover: 'consumption',
    turnoverShare: '0.9',
    fourEyesFrom: '10000',
    googleRequired: false,
    processingHours: 24,
  },
  'german-text': {
    feeRate: '0.05',
    perDay: 2,
    min: '100',
    max: '200000',
    chains: 'USDT:ERC20',
    paysBank: true,
    windowFrom: '06:00',
    windowTo: '18:00',
    timeZone: 'Europe/Berlin',
    turnover: 'consumption',
    turnoverShare: '0.9',
    fourEyesFrom: '10000',
    googleRequired: false,
    processingHours: 24,
  },
} as const satisfies Record<string, WithdrawalRules>;
export type WithdrawalPreset = keyof typeof WITHDRAWAL_PRESETS;

/** In the order in which they are checked; then `asset.insufficient`, and at last the refusals of `StepUp`. */
export const withdrawalRefusals = {
  'withdrawal.paused': { status: 200 },
  'withdrawal.closed-after-recovery': { status: 200, policy: 'recovery.rules' },
  'withdrawal.rules-changed': { status: 409 },
  'withdrawal.amount-required': { status: 422 },
  'withdrawal.payee-required': { status: 422 },
  'withdrawal.bank-closed': { status: 200, policy: 'withdrawal.rules' },
  'withdrawal.network-closed': { status: 422, policy: 'withdrawal.rules' },
  'withdrawal.payee-mismatch': { status: 422 },
  'withdrawal.amount-over-precise': { status: 422 },
  'withdrawal.below-minimum': { status: 422, policy: 'withdrawal.rules' },
  'withdrawal.above-maximum': { status: 422, policy: 'withdrawal.rules' },
  'withdrawal.too-many-today': { status: 200, policy: 'withdrawal.rules' },
  'withdrawal.window-closed': { status: 200, policy: 'withdrawal.rules' },
  'withdrawal.turnover-missing': { status: 200, policy: 'withdrawal.rules' },
  'withdrawal.not-invested': { status: 200, policy: 'withdrawal.rules' },
  'withdrawal.above-share': { status: 422, policy: 'withdrawal.rules' },
  'withdrawal.not-found': { status: 404 },
  'withdrawal.not-cancellable': { status: 409 },
  /** Staff approve too late: the person owes `owed` USDT by now, and `maximum` `currency` may leave. */
  'withdrawal.debts-uncovered': { status: 409 },
} as const satisfies Record<string, RefusalRule>;

const withdrawalId = z.string().min(3).max(64);
/** Empty ones are refused by name, in the fixed order, and not as a malformed request. */
const request = {
  kind: z.enum(WITHDRAWAL_KINDS),
  /** An entry of the address book (`crypto`) or a bank card (`bank`). */
  payeeId: z.string().max(64).default(''),
  /** `bank` pays out USDT, one for one in US dollars. */
  currency: z.string().min(2).max(12).default('USDT'),
  /** Of `crypto`: `ERC20`; repeated by the person, and must be the payee's own. */
  network: z.string().max(24).default(''),
  /** What leaves the account, the fee included: a decimal text, or empty. */
  amount: z
    .string()
    .regex(/^(\d{1,18}(\.\d{1,18})?)?$/)
    .default(''),
};

export const getWithdrawalRulesQuery = z.strictObject({ ...commonFields });
export const previewWithdrawalQuery = z.strictObject({ ...commonFields, ...request });
export const submitWithdrawalBody = z.strictObject({
  ...commonFields,
  ...request,
  /** The version of `withdrawal.rules` that the person saw; another version never applies to the request. */
  rulesVersion: z.coerce.number().int().min(1).optional(),
  tradePassword: z.string().max(32).default(''),
  googleCode: z.string().trim().max(40).optional(),
});
export const cancelWithdrawalBody = z.strictObject({ ...commonFields, withdrawalId });
export const getWithdrawalQuery = z.strictObject({ ...commonFields, withdrawalId });

/** All filters together. The period is that of the request, both ends inclusive. */
const filters = {
  kind: z.enum(WITHDRAWAL_KINDS).optional(),
  label: z.enum(WITHDRAWAL_LABELS).optional(),
  status: z.enum(WITHDRAWAL_STATUSES).optional(),
  currency: z.string().max(12).optional(),
  network: z.string().max(24).optional(),
  /** A part of the request's id, of the transfer's hash or of the bank's reference. */
  search: z.string().trim().max(100).optional(),
  ...periodQuery,
};
export const getWithdrawalsQuery = z.strictObject({ ...commonFields, ...pageQuery.shape, ...filters });
/** The same rows as one CSV file, from the newest to the oldest. */
export const exportWithdrawalsQuery = z.strictObject({ ...commonFields, ...filters });

export const withdrawableView = z
  .object({
    currency: z.string(),
    networks: z
      .array(z.string())
      .describe('The networks that it is paid out on; the bank pays USDT where `paysBank` says so.'),
    available: z.string(),
    minimum: z.string().nullable().describe('By rules and market price now; `null` while nothing prices the currency.'),
    maximum: z.string().nullable(),
    decimals: z.number().describe('Most digits after the point.'),
  })
  .meta({
    id: 'WithdrawableView',
    description: 'What may be withdrawn of one currency now. Amounts are decimal strings in the currency.',
  });
export type WithdrawableView = z.output<typeof withdrawableView>;

export const withdrawalRulesView = z
  .object({
    policy: z.object({ name: z.string(), version: z.number() }),
    preset: z
      .enum(Object.keys(WITHDRAWAL_PRESETS) as (keyof typeof WITHDRAWAL_PRESETS)[])
      .nullable()
      .describe('Which of the named presets the rules in force are; `null` when staff have changed a value.'),
    feeRate: z.string(),
    min: z.string().describe('In USDT.'),
    max: z.string(),
    fourEyesFrom: z.string(),
    paysBank: z.boolean(),
    processingHours: z.number(),
    currencies: z.array(withdrawableView),
    paused: z.boolean().describe('Platform-wide: no new requests and no payouts while it holds.'),
    pauseReason: z.enum(PAUSE_REASONS),
    today: z.object({ used: z.number(), max: z.number(), resetsAt: z.number() }),
    window: z
      .object({
        from: z.string(),
        to: z.string(),
        timeZone: z.string(),
        open: z.boolean(),
        opensAt: z.number().nullable(),
        closesAt: z.number().nullable(),
      })
      .describe(
        '`from`, `to` as in the rules: `12:00`, `24:00`. `opensAt` is `null` while it is open, `closesAt` while it is closed or never closes.',
      ),
    turnover: z
      .object({
        mode: z.enum(TURNOVER_MODES),
        share: z.string(),
        done: z.string(),
        needed: z.string(),
        fulfilled: z.boolean(),
      })
      .describe(
        'Done and needed in USDT; both are 0 for `off`. For `share` they say what one request may take at most: `needed` is 0.',
      ),
    security: z.object({ tradePasswordSet: z.boolean(), googleBound: z.boolean(), googleRequired: z.boolean() }),
    coolingOffHours: z.number().describe('How long a new entry of the address book waits before it may be paid to.'),
  })
  .meta({
    id: 'WithdrawalRulesView',
    description:
      '`web/getWithdrawalRules`: the rules in force, and how the person stands with each. Instants in milliseconds, rates as fractions.',
  });
export type WithdrawalRulesView = z.output<typeof withdrawalRulesView>;

export const withdrawalProblem = z
  .object({
    refusal: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    message: z.string(),
    field: z
      .enum(['amount', 'payeeId', 'network', 'currency'])
      .nullable()
      .describe('Which field of the form it is about; `null` when none is.'),
  })
  .meta({
    id: 'WithdrawalProblem',
    description: 'A refusal, in the caller’s language, as the submission would give it.',
  });
export type WithdrawalProblem = z.output<typeof withdrawalProblem>;

export const withdrawalPayeeView = z
  .object({
    payeeId: z.string(),
    label: z.string(),
    account: z.string().describe('The address, or the IBAN or account number.'),
    tag: z.string().nullable().describe('Memo tag of an address.'),
    bankName: z.string().nullable().describe('Bank and name of the owner; `null` for addresses.'),
    payeeName: z.string().nullable(),
  })
  .meta({
    id: 'WithdrawalPayeeView',
    description: 'Who is paid, opened. `null` once the entry is removed or the person is erased.',
  });
export type WithdrawalPayeeView = z.output<typeof withdrawalPayeeView>;

export const withdrawalPreview = z
  .object({
    kind: z.enum(WITHDRAWAL_KINDS),
    currency: z.string(),
    network: z.string().nullable(),
    amount: z.string(),
    fee: z.string(),
    credited: z.string().describe('What arrives: the amount less the fee.'),
    feeRate: z.string(),
    available: z.string(),
    remaining: z.string().describe('What stays available after the request; may not be below zero.'),
    payee: withdrawalPayeeView.nullable(),
    fourEyes: z.boolean().describe('Two of the staff must approve it.'),
    earliestAt: z
      .number()
      .nullable()
      .describe(
        'When waiting times, opening hours and the daily limit first allow it; `null` where they allow it now.',
      ),
    problems: z
      .array(withdrawalProblem)
      .describe(
        'Everything that stands against it, in the order in which the submission checks; empty when nothing does.',
      ),
    policy: z.object({ name: z.string(), version: z.number() }),
  })
  .meta({ id: 'WithdrawalPreview', description: '`web/previewWithdrawal`: decimal strings in the currency.' });
export type WithdrawalPreview = z.output<typeof withdrawalPreview>;

export const withdrawalStep = z
  .object({
    status: z.enum(WITHDRAWAL_STATUSES),
    at: z.number(),
    position: z.number(),
  })
  .meta({
    id: 'WithdrawalStep',
    description: 'What happened to a request, oldest first. `position` and `hash` say where in the history.',
  });
export type WithdrawalStep = z.output<typeof withdrawalStep>;

export const withdrawalView = z
  .object({
    withdrawalId: z.string(),
    kind: z.enum(WITHDRAWAL_KINDS),
    currency: z.string(),
    network: z.string().nullable().describe('`null` for bank.'),
    amount: z.string(),
    fee: z.string(),
    credited: z.string(),
    feeRate: z.string(),
    payee: withdrawalPayeeView.nullable(),
    label: z.enum(WITHDRAWAL_LABELS),
    status: z.enum(WITHDRAWAL_STATUSES),
    cancellable: z.boolean().describe('Whether `web/cancelWithdrawal` would be heard now.'),
    fourEyes: z.boolean(),
    requestedAt: z.number(),
    updatedAt: z.number(),
    hash: z.string().nullable().describe('Of the transfer on the chain, and what the bank writes on both statements.'),
    reference: z.string().nullable(),
    reasons: z
      .array(z.string())
      .describe('The reason of the rejection, in the caller’s language, and the reviewer’s note.'),
    note: z.string().nullable(),
    policy: z
      .object({ name: z.string(), version: z.number() })
      .describe('The version that was in force at the request, and applies for good.'),
    timeline: z.array(withdrawalStep),
  })
  .meta({ id: 'WithdrawalView', description: 'A request as its owner sees it. Decimal strings in the currency.' });
export type WithdrawalView = z.output<typeof withdrawalView>;
