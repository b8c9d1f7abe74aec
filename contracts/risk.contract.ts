import { z } from 'zod';
import { commonFields } from './envelope.contract.js';
import { type Band, EXPECTED_AMOUNTS, expectedAmounts, OCCUPATIONS } from './person.contract.js';
import type { RefusalRule } from './refusal.contract.js';

/**
 * The questionnaire (specification, section 3). A choice is named by its place, counted from 1: the policy `risk.scores`
 * weighs it as `<question><place>`. Texts are `risk:<question>.<name>`, occupations `common:occupation.<name>`.
 */
export const PURPOSES = ['learn', 'hold', 'hedge', 'longTerm', 'income', 'speculate'] as const;
export const INVESTMENT_PURPOSES = ['preserve', 'steady', 'growth', 'maximum'] as const;
/** Transactions in a month. */
export const MONTHLY_TRANSACTIONS: readonly Band[] = [
  { from: 5, to: 100 },
  { from: 101, to: 500 },
  { from: 501, to: 1_000 },
  { from: 1_000, to: null },
];
/** The expected investment, in the order of the choices. */
export const AMOUNT_BANDS: readonly Band[] = expectedAmounts.map((name) => EXPECTED_AMOUNTS[name]);

/** The number of choices of each question, in their order. */
export const QUESTIONS = {
  purpose: PURPOSES.length,
  investment: INVESTMENT_PURPOSES.length,
  amount: AMOUNT_BANDS.length,
  monthly: MONTHLY_TRANSACTIONS.length,
  occupation: OCCUPATIONS.length,
} as const;
export type Question = keyof typeof QUESTIONS;
export const questions = Object.keys(QUESTIONS) as Question[];

/** The place of the choice for each question, from 1. */
export type RiskAnswers = Readonly<Record<Question, number>>;

export const RISK_CLASSES = ['conservative', 'balanced', 'aggressive'] as const;
export type RiskClass = (typeof RISK_CLASSES)[number];

/** The classes with caps: a person without a valid assessment is `unassessed`. */
export const capClass = z.union([z.enum(RISK_CLASSES), z.literal('unassessed')]);
export type CapClass = z.output<typeof capClass>;

/** Values of the policy `risk.scores`: a weight for each choice, from which scores on the classes begin, how long it is valid. */
export type RiskScores = Readonly<Record<string, number>> & {
  readonly balancedFrom: number;
  readonly aggressiveFrom: number;
  readonly validMonths: number;
  /** How long an assessment stands before it may be replaced. */
  readonly pauseDays: number;
};

/** Values of the policy `risk.caps`: the most for one investment, in USDT as decimal texts; `none` where there is no cap. */
export type RiskCaps = Readonly<Record<CapClass, string>>;

export const riskLine = z
  .object({
    question: z.enum(Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[]),
    choice: z.number().describe('From 1.'),
    points: z.number(),
  })
  .meta({ id: 'RiskLine' });
export type RiskLine = z.output<typeof riskLine>;

/**
 * The published rules, for browser and server alike: the points of the choices are added, and the sum gives the class. Throws on a
 * choice that the rules do not weigh.
 */
export function assessRisk(
  answers: RiskAnswers,
  scores: RiskScores,
): { lines: RiskLine[]; score: number; class: RiskClass } {
  const lines = questions.map((question) => {
    const choice = answers[question];
    const points = scores[`${question}${choice}`];
    if (points === undefined) throw new Error(`the rules do not weigh ${question} ${choice}`);
    return { question, choice, points };
  });
  const score = lines.reduce((sum, { points }) => sum + points, 0);
  return { lines, score, class: riskClassOf(score, scores) };
}

export function riskClassOf(
  score: number,
  { balancedFrom, aggressiveFrom }: Pick<RiskScores, 'balancedFrom' | 'aggressiveFrom'>,
): RiskClass {
  if (score >= aggressiveFrom) return 'aggressive';
  return score >= balancedFrom ? 'balanced' : 'conservative';
}

/** The highest and the lowest score that the rules can give. */
export function scoreRange(scores: RiskScores): { lowest: number; highest: number } {
  const range = { lowest: 0, highest: 0 };
  for (const question of questions) {
    const weights = Array.from({ length: QUESTIONS[question] }, (_, index) => scores[`${question}${index + 1}`] ?? 0);
    range.lowest += Math.min(...weights);
    range.highest += Math.max(...weights);
  }
  return range;
}

/** The most for one investment of this class, in USDT as a decimal text; `null` where there is no cap. */
export function capFor(capClass: CapClass, caps: RiskCaps): string | null {
  return caps[capClass] === 'none' ? null : caps[capClass];
}

export const riskRefusals = {
  'risk.declaration-required': { status: 422 },
  'risk.too-soon': { status: 409, policy: 'risk.scores' },
} as const satisfies Record<string, RefusalRule>;

/**
 * The investor-qualification form: the person's declarations. The specification names the form without fields, so it repeats
 * nothing of the verification (docs/decisions/standing.md).
 */
export const DECLARATIONS = ['truthful', 'mayLose', 'capKnown'] as const;
export type Declaration = (typeof DECLARATIONS)[number];

const choice = (question: Question) => z.coerce.number().int().min(1).max(QUESTIONS[question]);
const tick = z.enum(['yes', '']).default('');

export const submitQuestionnaireBody = z.strictObject({
  ...commonFields,
  purpose: choice('purpose'),
  investment: choice('investment'),
  amount: choice('amount'),
  monthly: choice('monthly'),
  occupation: choice('occupation'),
  truthful: tick,
  mayLose: tick,
  capKnown: tick,
});
export const getRiskQuery = z.strictObject({ ...commonFields });

export const riskAssessmentView = z
  .object({
    assessmentId: z.string(),
    at: z.number(),
    expiresAt: z.number(),
    score: z.number(),
    class: z.enum(RISK_CLASSES),
    lines: z.array(riskLine).nullable(),
    version: z.number().describe('The version of `risk.scores` that was followed, and where its classes began.'),
    balancedFrom: z.number(),
    aggressiveFrom: z.number(),
  })
  .meta({
    id: 'RiskAssessmentView',
    description:
      'One assessment. `lines` are `null` once the person is erased. Instants are milliseconds since the Unix epoch.',
  });
export type RiskAssessmentView = z.output<typeof riskAssessmentView>;

export const riskView = z
  .object({
    class: capClass,
    cap: z.string().nullable().describe('The most for one investment in USDT; `null` where there is no cap.'),
    capsVersion: z.number().describe('The version of `risk.caps` that says so.'),
    current: riskAssessmentView
      .nullable()
      .describe('The valid one; `null` before the first and after the last has expired.'),
    againAt: z.number().nullable().describe('From when on the questionnaire may be answered again.'),
    history: z.array(riskAssessmentView).describe('Newest first, the current one among them.'),
  })
  .meta({ id: 'RiskView' });
export type RiskView = z.output<typeof riskView>;
