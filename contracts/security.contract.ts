import { z } from 'zod';
import { commonFields } from './envelope.contract.js';
import { imageId } from './personal.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const securityRefusals = {
  'security.password-missing': { status: 200 },
  'security.password-wrong': { status: 200 },
  'security.trade-password-missing': { status: 200, retryable: true },
  'security.trade-password-required': { status: 200, retryable: true },
  'security.trade-password-wrong': { status: 200 },
  'security.trade-password-weak': { status: 200, policy: 'security.rules' },
  'security.trade-password-digits': { status: 200, policy: 'security.rules' },
  'security.trade-password-unchanged': { status: 200 },
  'security.trade-password-already-set': { status: 200 },
  'security.google-missing': { status: 200 },
  'security.google-required': { status: 200 },
  'security.google-wrong': { status: 200 },
  'security.google-used': { status: 200 },
  'security.google-already-bound': { status: 200 },
  'security.google-setup-gone': { status: 200 },
  'security.changed-meanwhile': { status: 409 },
  'security.questions-missing': { status: 200 },
  'security.answers-wrong': { status: 200 },
  'security.contact-unchanged': { status: 200 },
  'security.contact-proof-gone': { status: 200 },
  'security.name-too-soon': { status: 200, policy: 'security.rules' },
  'security.name-reserved': { status: 200 },
  'security.recovery-open': { status: 409 },
  'security.recovery-gone': { status: 200 },
  'security.recovery-photo-missing': { status: 422 },
} as const satisfies Record<string, RefusalRule>;

/** The step-up proof of a person. The code is needed where an authenticator is bound. */
const password = z.string().min(1).max(256);
/** Six digits of the authenticator or a recovery code, as it is typed. */
const googleCode = z.string().trim().max(40).optional();
const tradePassword = z.string().min(1).max(32);
const proof = { password, googleCode };

export const proofBody = z.strictObject({ ...commonFields, ...proof });

export const bindGoogleBody = z.strictObject({
  ...commonFields,
  setupId: z.string().max(64),
  code: z.string().trim().min(1).max(16),
  password,
});

export const googleSetupView = z
  .object({
    setupId: z.string(),
    secret: z.string(),
    uri: z.string(),
    expiresAt: z.number().describe('Milliseconds since the Unix epoch.'),
  })
  .meta({
    id: 'GoogleSetupView',
    description:
      'What `web/setUpGoogle` answers: the secret in force once a test code was right. `uri` is what the QR code says.',
  });
export type GoogleSetupView = z.output<typeof googleSetupView>;

export const recoveryCodesView = z
  .object({
    codes: z.array(z.string()),
  })
  .meta({ id: 'RecoveryCodesView', description: 'Recovery codes, shown this once.' });
export type RecoveryCodesView = z.output<typeof recoveryCodesView>;

export const setTradePasswordBody = z.strictObject({ ...commonFields, tradePassword, ...proof });
export const changeTradePasswordBody = z.strictObject({
  ...commonFields,
  oldTradePassword: tradePassword,
  tradePassword,
  googleCode,
});
/** Forgotten: the login password, and a code that was sent to a bound contact. */
export const resetTradePasswordBody = z.strictObject({
  ...commonFields,
  tradePassword,
  target: z.enum(['email', 'phone']),
  code: z.string().trim().min(1).max(16),
  ...proof,
});
export const unlockTradingBody = z.strictObject({ ...commonFields, tradePassword });

export const tradePasswordView = z
  .object({
    transaction_password: z.literal([0, 1]),
    unlocked: z.boolean(),
  })
  .meta({
    id: 'TradePasswordView',
    description: '`web/hasTpassword`. `unlocked`: this session may trade; a demo session always may.',
  });
export type TradePasswordView = z.output<typeof tradePasswordView>;

const answer = z.string().trim().min(1).max(100);
/** The three questions of the specification: best childhood friend, idol, most longed-for place. */
export const setQuestionsBody = z.strictObject({
  ...commonFields,
  friend: answer,
  idol: answer,
  place: answer,
  ...proof,
});

/** Opens the change of a contact: proof of the person, and of the old contact by a code to it or by the three answers. */
export const openContactChangeBody = z.strictObject({
  ...commonFields,
  kind: z.enum(['email', 'phone']),
  oldCode: z.string().trim().min(1).max(16).optional(),
  friend: answer.optional(),
  idol: answer.optional(),
  place: answer.optional(),
  ...proof,
  /** Absent for a first contact without a password yet. */
  password: password.optional(),
});

export const contactTicketView = z
  .object({
    ticket: z.string(),
    expiresAt: z.number(),
  })
  .meta({ id: 'ContactTicketView', description: '`ticket` lets this session set the new contact until then.' });
export type ContactTicketView = z.output<typeof contactTicketView>;

export const changeContactBody = z.strictObject({
  ...commonFields,
  kind: z.enum(['email', 'phone']),
  ticket: z.string().max(64),
  /** An e-mail address, or a phone number in international form. */
  address: z.string().trim().min(3).max(254),
  code: z.string().trim().min(1).max(16),
});

export const changeNameBody = z.strictObject({
  ...commonFields,
  name: z.string().trim().min(1).max(24),
  ...proof,
});

/** Lost phone and recovery codes: password and a code to one's own address, shown without a session. */
export const openRecoveryBody = z.strictObject({
  ...commonFields,
  account: z.string().max(254).default(''),
  password: z.string().max(256).default(''),
  code: z.string().max(16).default(''),
});

const ticket = z.string().min(1).max(64);

export const recoveryTicketView = contactTicketView
  .extend({
    photo: z.boolean(),
  })
  .meta({
    id: 'RecoveryTicketView',
    description:
      '`photo`: a verified person sends a new photo of themselves with their document (`web/uploadRecoveryPhoto`).',
  });
export type RecoveryTicketView = z.output<typeof recoveryTicketView>;

/** Why staff may reject it; texts are `review:reason.identity-recovery.<code>`. */
export const RECOVERY_REASONS = [
  'photo-unreadable',
  'face-differs',
  'document-differs',
  'suspected-altered',
  'other',
] as const;

/** In the query; the body is multipart with the image as its only part. */
export const recoveryPhotoQuery = z.strictObject({ ...commonFields, ticket });
export const requestRecoveryBody = z.strictObject({ ...commonFields, ticket, imageId: imageId.optional() });
/** `stopCode` stands in the notice that went out with the request. */
export const stopRecoveryBody = z.strictObject({
  ...commonFields,
  account: z.string().max(254).default(''),
  stopCode: z.string().max(40).default(''),
});

export const scoreItem = z
  .object({
    name: z.enum(['password', 'google', 'tradePassword', 'phone', 'email', 'questions', 'recoveryCodes']),
    points: z.number(),
    max: z.number(),
  })
  .meta({
    id: 'ScoreItem',
    description: 'One thing that makes an account safer: what it counts, and whether it is done.',
  });
export type ScoreItem = z.output<typeof scoreItem>;

export const recoveryView = z
  .object({
    requestedAt: z.number(),
    effectAt: z.number().nullable(),
    policy: z.string().describe('The rules that hold for this request.'),
    version: z.number(),
    waitingHours: z.number(),
    withdrawalHours: z.number(),
  })
  .meta({
    id: 'RecoveryView',
    description: 'Somebody asked to have Google verification taken off; `effectAt` is `null` while staff review it.',
  });
export type RecoveryView = z.output<typeof recoveryView>;

export const securityView = z
  .object({
    password: z.object({ setAt: z.number().nullable() }),
    google: z.object({ boundAt: z.number().nullable(), recoveryCodesLeft: z.number() }),
    tradePassword: z.object({ setAt: z.number().nullable(), unlocked: z.boolean() }),
    questions: z.object({ setAt: z.number().nullable() }),
    email: z.string().nullable().describe('Masked, or `null` when there is none.'),
    phone: z.string().nullable(),
    name: z
      .object({ shown: z.string().nullable(), changeableAt: z.number() })
      .describe('`changeableAt`: 0 when at once.'),
    score: z.object({
      points: z.number(),
      max: z.number(),
      items: z.array(scoreItem),
      policy: z.string(),
      version: z.number(),
    }),
    recovery: recoveryView.nullable(),
  })
  .meta({
    id: 'SecurityView',
    description:
      '`web/getSecurity`: everything that the security centre shows. Instants are milliseconds since the Unix epoch.',
  });
export type SecurityView = z.output<typeof securityView>;
