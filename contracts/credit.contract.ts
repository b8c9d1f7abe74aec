import { z } from 'zod';
import { commonFields } from './envelope.contract.js';
import { imageId } from './personal.contract.js';
import type { RefusalRule } from './refusal.contract.js';

/** The kinds of proof (specification, section 3): a credit report, a home, an income, a bank statement. */
export const CREDIT_PROOFS = ['credit', 'housing', 'income', 'bank'] as const;
export type CreditProof = (typeof CREDIT_PROOFS)[number];

/** What moves the score; each is a value of the policy `credit.rules`, and all but `loanOverdue` raise it. */
export const CREDIT_CAUSES = [
  'primary',
  'advanced',
  'address',
  'proofCredit',
  'proofHousing',
  'proofIncome',
  'proofBank',
  'loanRepaid',
  'loanOverdue',
] as const;
export type CreditCause = (typeof CREDIT_CAUSES)[number];

/** The cause that an accepted proof is. */
export const CAUSE_OF_PROOF = {
  credit: 'proofCredit',
  housing: 'proofHousing',
  income: 'proofIncome',
  bank: 'proofBank',
} as const satisfies Record<CreditProof, CreditCause>;

/** Values of the policy `credit.rules`: where the score starts, its ends, and the points of each cause. */
export type CreditRules = Readonly<Record<CreditCause | 'start' | 'floor' | 'ceiling', number>>;

/** Why a proof may be rejected; texts are `review:reason.credit-proof.<code>`. */
export const CREDIT_PROOF_REASONS = [
  'unreadable',
  'incomplete',
  'wrong-kind',
  'too-old',
  'name-mismatch',
  'suspected-altered',
  'other',
] as const;

export const CREDIT_LIMITS = { imagesPerProof: 5 } as const;

/** The published formula: the points of what counted are added to the start, and the sum stays between floor and ceiling. */
export function creditScore(
  points: readonly number[],
  { start, floor, ceiling }: Pick<CreditRules, 'start' | 'floor' | 'ceiling'>,
): number {
  const sum = points.reduce((total, each) => total + each, start);
  return Math.min(ceiling, Math.max(floor, sum));
}

/** An overdue loan lowers the score, everything else raises it. */
export function pointsOf(cause: CreditCause, rules: CreditRules): number {
  return cause === 'loanOverdue' ? -rules.loanOverdue : rules[cause];
}

export const creditRefusals = {
  'credit.identity-required': { status: 403 },
  'credit.proof-under-review': { status: 409 },
  'credit.proof-accepted': { status: 409 },
  'credit.image-required': { status: 422 },
} as const satisfies Record<string, RefusalRule>;

export const getCreditQuery = z.strictObject({ ...commonFields });

/** `images`: ids of uploaded images (purpose `credit-proof`), parted by commas. */
export const submitCreditProofBody = z.strictObject({
  ...commonFields,
  proof: z.enum(CREDIT_PROOFS),
  images: z
    .string()
    .max(400)
    .default('')
    .transform((text) => text.split(',').filter((id) => id !== ''))
    .pipe(z.array(imageId).max(CREDIT_LIMITS.imagesPerProof)),
});

export const creditChangeView = z
  .object({
    at: z.number(),
    cause: z.enum(CREDIT_CAUSES),
    points: z.number(),
    from: z.number(),
    to: z.number(),
    version: z.number().describe('The version of `credit.rules` that was followed.'),
  })
  .meta({
    id: 'CreditChangeView',
    description:
      'One thing that counted, with the policy that said how much. Instants are milliseconds since the Unix epoch.',
  });
export type CreditChangeView = z.output<typeof creditChangeView>;

export const creditProofStatus = z.enum(['none', 'waiting', 'accepted', 'rejected']);
export type CreditProofStatus = z.output<typeof creditProofStatus>;

export const creditProofView = z
  .object({
    proof: z.enum(CREDIT_PROOFS),
    status: creditProofStatus,
    requestId: z.string().nullable(),
    submittedAt: z.number().nullable(),
    decidedAt: z.number().nullable(),
    images: z.array(z.string()).describe('Ids of the images that were sent last.'),
    reasons: z
      .array(z.string())
      .describe('The reason of the rejection, in the caller’s language, and the reviewer’s note.'),
    note: z.string().nullable(),
  })
  .meta({ id: 'CreditProofView' });
export type CreditProofView = z.output<typeof creditProofView>;

export const creditView = z
  .object({
    score: z.number(),
    start: z.number(),
    floor: z.number(),
    ceiling: z.number(),
    assessedAt: z
      .number()
      .nullable()
      .describe('When the score was last assessed: something counted then. `null` while nothing has.'),
    changes: z.array(creditChangeView).describe('Newest first.'),
    proofs: z.array(creditProofView),
    primaryPassed: z.boolean().describe('Only people with a verified real name may submit proofs.'),
    points: z
      .record(z.enum(CREDIT_CAUSES), z.number())
      .describe(
        'The points of each cause as they are published now, negative where it lowers the score, and whose version it is.',
      ),
    version: z.number(),
  })
  .meta({ id: 'CreditView' });
export type CreditView = z.output<typeof creditView>;

export const creditProofSubmittedView = z
  .object({
    requestId: z.string(),
  })
  .meta({ id: 'CreditProofSubmittedView' });
export type CreditProofSubmittedView = z.output<typeof creditProofSubmittedView>;
