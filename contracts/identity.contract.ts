import { z } from 'zod';
import { commonFields } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

/** Levels in their order: advanced and address both need primary, and not each other. */
export const IDENTITY_LEVELS = ['primary', 'advanced', 'address'] as const;
export type IdentityLevel = (typeof IDENTITY_LEVELS)[number];

export const LEVEL_STATES = ['none', 'under-review', 'answer-needed', 'passed', 'rejected'] as const;

/** Ids of the specification; texts are `identity:documentType.<id>`. */
export const DOCUMENT_TYPES = { idCard: 1, passport: 2, drivingLicence: 3, residencePermit: 4, other: 5 } as const;
export const documentTypes: readonly number[] = Object.values(DOCUMENT_TYPES);

export const WEALTH_SOURCES = [
  'salary',
  'business',
  'investments',
  'property',
  'inheritance',
  'savings',
  'pension',
  'other',
] as const;
export const ASSET_PROOFS = ['housing', 'bankDeposit', 'stock', 'companyShares'] as const;
export const BILL_KINDS = ['utility', 'broadband'] as const;

/** In the order in which they are checked: the person, the level, the form from top to bottom, what others have sent. */
export const identityRefusals = {
  'identity.already-verified': { status: 409 },
  'identity.under-review': { status: 409 },
  'identity.primary-required': { status: 409 },
  'identity.country-empty': { status: 422 },
  'identity.document-type-empty': { status: 422 },
  'identity.document-type-not-accepted': { status: 422, policy: 'identity.rules' },
  'identity.name-empty': { status: 422 },
  'identity.name-invalid': { status: 422 },
  'identity.number-empty': { status: 422 },
  'identity.number-invalid': { status: 422 },
  'identity.birth-date-empty': { status: 422 },
  'identity.birth-date-invalid': { status: 422 },
  'identity.too-young': { status: 422, policy: 'identity.rules' },
  'identity.answer-empty': { status: 422 },
  'identity.address-empty': { status: 422 },
  'identity.address-invalid': { status: 422 },
  'identity.front-missing': { status: 422 },
  'identity.back-missing': { status: 422 },
  'identity.held-missing': { status: 422 },
  'identity.proof-missing': { status: 422 },
  'identity.country-fixed': { status: 422 },
  'identity.document-used': { status: 409 },
  'identity.nothing-to-withdraw': { status: 409 },
  'identity.not-under-review': { status: 409 },
} as const satisfies Record<string, RefusalRule>;

/** Why a request may be rejected, and at which fields of its form the reason stands. Texts are `review:reason.identity-<level>.<code>`. */
export const IDENTITY_REASONS = {
  primary: {
    'front-unreadable': ['front'],
    'back-unreadable': ['back'],
    'held-unreadable': ['held'],
    'face-not-visible': ['held'],
    'signature-missing': ['held'],
    'name-mismatch': ['realName'],
    'number-mismatch': ['documentNumber'],
    'birth-date-mismatch': ['birthDate'],
    'country-mismatch': ['country'],
    'document-type-wrong': ['documentType'],
    'document-expired': ['front'],
    'suspected-altered': ['front', 'back', 'held'],
    'not-the-holder': ['held'],
    other: [],
  },
  advanced: {
    'proof-unreadable': ['proof'],
    'proof-kind-wrong': ['assetProof'],
    'proof-too-old': ['proof'],
    'name-mismatch': ['proof'],
    'answers-implausible': ['occupation', 'monthlyIncome', 'wealthSource', 'expectedAmount'],
    'suspected-altered': ['proof'],
    other: [],
  },
  address: {
    'proof-unreadable': ['proof'],
    'bill-too-old': ['proof'],
    'bill-kind-wrong': ['billKind'],
    'name-mismatch': ['proof'],
    'address-mismatch': ['line1', 'city', 'postalCode', 'country'],
    'suspected-altered': ['proof'],
    other: [],
  },
} as const satisfies Record<IdentityLevel, Record<string, readonly string[]>>;

/** Reasons that a person cannot mend: they lead to a rejection, or need words of their own. */
const NOT_MENDABLE: readonly string[] = ['suspected-altered', 'not-the-holder', 'other'];
/** Of the reasons of a level those that a person can mend by an answer. */
export const mendableReasons = (level: IdentityLevel): string[] =>
  Object.keys(IDENTITY_REASONS[level]).filter((reason) => !NOT_MENDABLE.includes(reason));
/** What would help, beside the reasons: texts are `review:advice.<code>`. */
export const IDENTITY_ADVICE = ['whole-document', 'no-glare', 'original', 'newer', 'same-name'] as const;

/** How long a text of a form may be, in characters (UTF-16 units). */
export const IDENTITY_LENGTHS = { name: 100, number: 40, line: 120, city: 80, postalCode: 16 } as const;

// Empty is let through: what may not be empty has its own sentence (specification, section 5).
const text = (length: number) => z.string().trim().max(length).default('');
const imageId = text(64);
const choice = text(32);

export const submitPrimaryBody = z.strictObject({
  ...commonFields,
  country: text(2),
  documentType: text(2),
  realName: text(IDENTITY_LENGTHS.name),
  documentNumber: text(IDENTITY_LENGTHS.number),
  /** Year, month and day: `1990-04-01`. */
  birthDate: text(10),
  front: imageId,
  /** Only for the types that have something on their back. */
  back: imageId,
  held: imageId,
});

export const submitAdvancedBody = z.strictObject({
  ...commonFields,
  occupation: choice,
  monthlyIncome: choice,
  wealthSource: choice,
  expectedAmount: choice,
  assetProof: choice,
  proof: imageId,
});

export const submitAddressBody = z.strictObject({
  ...commonFields,
  country: text(2),
  line1: text(IDENTITY_LENGTHS.line),
  line2: text(IDENTITY_LENGTHS.line),
  city: text(IDENTITY_LENGTHS.city),
  postalCode: text(IDENTITY_LENGTHS.postalCode),
  billKind: choice,
  proof: imageId,
});

export const levelBody = z.strictObject({ ...commonFields, level: z.enum(IDENTITY_LEVELS) });
export const getIdentityQuery = z.strictObject({ ...commonFields });

/** What was sent: the form's own fields by name; in `getIdentity` the document number is masked. */
export const sentFields = z.record(z.string(), z.string());
export type SentFields = z.output<typeof sentFields>;

export const identityLevelView = z
  .object({
    level: z.enum(IDENTITY_LEVELS),
    state: z.enum(LEVEL_STATES),
    locked: z
      .literal('primary-required')
      .nullable()
      .describe('Why it cannot be submitted yet: only `primary-required`.'),
    attempts: z.number().describe('How often it was submitted.'),
    requestId: z.string().nullable().describe('Of the newest request, unless it was taken back.'),
    submittedAt: z.number().nullable().describe('Milliseconds since the Unix epoch.'),
    decidedAt: z.number().nullable(),
    advice: z
      .string()
      .nullable()
      .describe('While an answer is needed: the sentence that would help, and until when staff wait for it.'),
    answerBy: z.number().nullable(),
    reasons: z
      .array(z.string())
      .describe(
        'Codes of `IDENTITY_REASONS`, while rejected or an answer is needed; `note` is what the reviewer wrote besides.',
      ),
    note: z.string().nullable(),
    sent: sentFields.nullable().describe('`null` before the first request and when the personal data is erased.'),
  })
  .meta({ id: 'IdentityLevelView' });
export type IdentityLevelView = z.output<typeof identityLevelView>;

export const identityView = z
  .object({
    country: z
      .string()
      .nullable()
      .describe(
        'Nationality as it was registered (ISO 3166-1), which cannot be changed; `null` when it was not asked then.',
      ),
    levels: z.array(identityLevelView),
    rules: z.object({
      documentTypes: z
        .array(z.number())
        .describe('Document types that are accepted, and those of them that need a photo of the back.'),
      typesWithBack: z.array(z.number()),
      ageMin: z.number(),
      billAgeDaysMax: z.number(),
      policy: z.string(),
      version: z.number(),
    }),
  })
  .meta({
    id: 'IdentityView',
    description: "`GET web/getIdentity`: one's own levels, and the rules that the forms follow.",
  });
export type IdentityView = z.output<typeof identityView>;

export const identityFormView = z
  .object({
    fields: sentFields,
    images: z
      .record(z.string(), z.string())
      .describe('Image ids by field: `front`, `back`, `held` or `proof`. They may be sent again.'),
  })
  .meta({
    id: 'IdentityFormView',
    description:
      '`GET web/getIdentityForm`: what was sent last, to be corrected and sent again; `null` unless rejected, taken back or to be answered.',
  });
export type IdentityFormView = z.output<typeof identityFormView>;

export const identitySubmittedView = z
  .object({
    level: z.enum(IDENTITY_LEVELS),
    requestId: z.string(),
  })
  .meta({ id: 'IdentitySubmittedView' });
export type IdentitySubmittedView = z.output<typeof identitySubmittedView>;

export const getIdentityFormQuery = z.strictObject({ ...commonFields, level: z.enum(IDENTITY_LEVELS) });
