import { z } from 'zod';
import { commonFields, language, requestToken } from './envelope.contract.js';
import { tradingRealm } from './realm.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const accountRefusals = {
  'session.missing': { status: 401, code: 2000 },
  'session.expired': { status: 401, code: 2000 },
  'session.ended': { status: 401, code: 1000 },
  'account.required': { status: 400 },
  'account.credentials-wrong': { status: 200 },
  'account.locked': { status: 429 },
  'account.already-logged-in': { status: 409 },
  'account.not-found': { status: 404 },
  'account.frozen': { status: 403 },
  'account.not-frozen': { status: 200 },
  'account.passwords-differ': { status: 400 },
  'account.password-length': { status: 400, policy: 'password.rules' },
  'account.password-common': { status: 400, policy: 'password.rules' },
  'account.password-unchanged': { status: 400 },
  'account.phone-invalid': { status: 400 },
  'account.email-invalid': { status: 400 },
  'account.country-required': { status: 400 },
  'account.country-unknown': { status: 400 },
  'account.agreement-missing': { status: 400 },
  'account.contact-missing': { status: 200 },
  'session.unknown': { status: 404 },
  'code.required': { status: 400 },
  'code.wrong': { status: 200 },
  'code.too-many': { status: 429, policy: 'code.rules' },
  'invitation.required': { status: 400, policy: 'registration.rules' },
  'invitation.unknown': { status: 400 },
  'invitation.own': { status: 400 },
  'demo.expired': { status: 200 },
  'demo.real-only': { status: 200 },
  'demo.demo-only': { status: 200 },
  'demo.too-many': { status: 429 },
  'staff.credentials-wrong': { status: 401 },
  'staff.session-missing': { status: 401 },
  'staff.role-missing': { status: 403 },
  'staff.not-found': { status: 404 },
} as const satisfies Record<string, RefusalRule>;

/** A person is logged in so many times at once; a new log-in ends the oldest. */
export const SESSIONS_MAX = 20;

const text = (most: number) => z.string().max(most).default('');
const account = text(254);
const password = text(256);
const code = text(16);
const timeZone = z
  .string()
  .regex(/^[A-Za-z0-9_+/-]{1,64}$/)
  .optional();

/** What is empty is refused by name, in the order in which a form shows its fields; hence everything may be left out. */
export const userLoginBody = z.strictObject({
  ...commonFields,
  account,
  password,
  /** Six digits of the authenticator, or a recovery code, where Google verification is bound. */
  googleCode: z.string().max(64).optional(),
  timeZone,
});

export const userRegisterBody = z.strictObject({
  ...commonFields,
  /** E-mail address or phone number; a number without its country code is read as one of `country`. */
  account,
  /** Nationality, ISO 3166-1. */
  country: text(2),
  code,
  password,
  confirmPassword: password,
  invitationCode: text(32),
  /** Ticked: `yes`. */
  agreement: text(8),
  timeZone,
});

/** Purposes for which any visitor may request a code, sent to the named address. */
export const PUBLIC_CODE_PURPOSES = ['register', 'forgot-password', 'unfreeze-account', 'lost-google'] as const;
/** Purposes of a session: `bind-contact` to the named address, the others to an own one. */
export const OWN_CODE_PURPOSES = ['bind-contact', 'change-contact', 'trade-password', 'unbind-wallet'] as const;

export const getCodeQuery = z.strictObject({
  ...commonFields,
  purpose: z.enum([...PUBLIC_CODE_PURPOSES, ...OWN_CODE_PURPOSES]),
  /** The address; for purposes of one's own but `bind-contact` which of one's own: `email` or `phone`. */
  account,
  country: text(2),
});

export const codeSentView = z
  .object({
    resendSeconds: z.number().describe('Another may be asked for after these seconds.'),
    delivery: z
      .enum(['sent', 'kept'])
      .describe(
        '`kept`: this installation hands such messages to nobody, its operator reads them; `sent`: they go to the address.',
      ),
  })
  .meta({ id: 'CodeSentView' });
export type CodeSentView = z.output<typeof codeSentView>;

export const resetPasswordBody = z.strictObject({
  ...commonFields,
  account,
  country: text(2),
  code,
  password,
  confirmPassword: password,
});

export const updatePasswordBody = z.strictObject({
  ...commonFields,
  oldPassword: password,
  password,
  confirmPassword: password,
  googleCode: z.string().max(64).optional(),
});

export const unfreezeAccountBody = z.strictObject({
  ...commonFields,
  account,
  code,
  password,
  googleCode: z.string().max(64).optional(),
});

/** Staff freeze and unfreeze with a reason that is recorded. */
export const staffFreezeBody = z.strictObject({
  id: z.string().max(64),
  reason: z.string().trim().min(10).max(500),
  requestToken: requestToken.optional(),
});

/** Whether its owner may still log in to read and export; not where a stranger may know the password. */
export const freezeByStaffBody = staffFreezeBody.extend({ mayRead: z.boolean().default(true) });

export const endSessionBody = z.strictObject({ ...commonFields, sessionId: z.string().min(1).max(64) });

export const selectedBankView = z
  .object({
    id: z.string(),
    bank_name: z.string(),
    bank_number: z.string(),
  })
  .meta({ id: 'SelectedBankView', description: 'The bank card that money would be sent to. `bank_number` is masked.' });
export type SelectedBankView = z.output<typeof selectedBankView>;

export const sessionView = z
  .object({
    token: z.string(),
    lang: language,
    realm: tradingRealm,
    userId: z.string(),
    name: z.string(),
    phone: z
      .string()
      .describe(
        "Masked: first 3 and last 6 characters; the session's own display cuts to 12. Empty for a demo account.",
      ),
    email: z.string(),
    transaction_password: z.literal([0, 1]).describe('0 while no trade password is set, as the specification has it.'),
    frozen: z.boolean().describe('Staff froze the account: it can be read and exported, and nothing else.'),
    demo: z
      .object({ generation: z.number(), expiresAt: z.number(), expired: z.boolean() })
      .nullable()
      .describe("The demo account's life: how often it was regenerated, and when it ends. `null` for a real account."),
  })
  .meta({
    id: 'SessionView',
    description:
      'The session as the client keeps it (specification, section 3). Instants are milliseconds since the Unix epoch.',
  });
export type SessionView = z.output<typeof sessionView>;

export const infoView = sessionView
  .extend({
    invitation_code: z.string().describe("The person's own code, which others register with."),
    area_code: z.string().describe('The calling code of the phone number: `+49`.'),
    usdt: z.string().describe('USDT available in the spot account, a decimal string.'),
    selected_bank: selectedBankView.nullable().describe('The newest saved bank card that may be paid to now.'),
    bank_name: z.string(),
    bank_number: z.string(),
    alipay_account: z.string(),
    weixin_nickname: z.string(),
    weixin_account: z.string(),
  })
  .meta({
    id: 'InfoView',
    description:
      '`web/info`: the session entity of the specification, section 3. Texts are empty where nothing is set.',
  });
export type InfoView = z.output<typeof infoView>;

export const enteredView = sessionView
  .extend({
    token_h5: z.string(),
  })
  .meta({
    id: 'EnteredView',
    description: 'What a registration answers: the session, and its token once more under the documented name.',
  });
export type EnteredView = z.output<typeof enteredView>;

export const deviceSessionView = z
  .object({
    id: z.string(),
    device: z.string(),
    address: z.string().describe('Network address it was begun from.'),
    timeZone: z.string().describe('As the browser reports it (`Europe/Berlin`), or empty.'),
    createdAt: z.number(),
    lastSeenAt: z.number(),
    current: z.boolean(),
  })
  .meta({
    id: 'DeviceSessionView',
    description:
      "Somebody's own session. `device` is a browser and a system by name, empty when the browser says nothing.",
  });
export type DeviceSessionView = z.output<typeof deviceSessionView>;

export const LOGIN_OUTCOMES = ['success', 'new-device', 'wrong-password', 'wrong-factor', 'locked', 'frozen'] as const;
export type LoginOutcome = (typeof LOGIN_OUTCOMES)[number];

export const loginView = z
  .object({
    at: z.number(),
    outcome: z.enum(LOGIN_OUTCOMES),
    device: z.string(),
    address: z.string(),
    timeZone: z.string(),
  })
  .meta({ id: 'LoginView', description: "A log-in to one's own account, or a try at it, of the last 90 days." });
export type LoginView = z.output<typeof loginView>;

export const tempLoginQuery = z.strictObject({ ...commonFields });

export const figuresView = z
  .object({
    instruments: z.number(),
    languages: z.number(),
    countries: z.number().describe('That one may register from.'),
    paymentMethods: z
      .number()
      .describe('Currencies on networks that deposits are taken in, and currencies that C2C sellers take.'),
    accountsDemo: z.number(),
    accountsReal: z.number(),
    events: z.number(),
    tradesToday: z.number(),
  })
  .meta({
    id: 'FiguresView',
    description: 'Live counts for the home page: each one is counted from the system when asked.',
  });
export type FiguresView = z.output<typeof figuresView>;
