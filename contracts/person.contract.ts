/** Questions that more than one form asks about a person; texts are `common:occupation.<name>`. */
export const OCCUPATIONS = [
  'finance',
  'technology',
  'education',
  'health',
  'publicService',
  'manufacturing',
  'trade',
  'construction',
  'selfEmployed',
  'student',
  'retired',
  'other',
] as const;

/** A band of US dollars; `to` is `null` where it has no upper end. */
export interface Band {
  readonly from: number;
  readonly to: number | null;
}

/** The expected investment (specification, "Questionnaire"). */
export const EXPECTED_AMOUNTS = {
  a100: { from: 100, to: 1_000 },
  a1000: { from: 1_000, to: 10_000 },
  a10000: { from: 10_000, to: 50_000 },
  a50000: { from: 50_000, to: 200_000 },
  a200000: { from: 200_000, to: 1_000_000 },
  a1000000: { from: 1_000_000, to: null },
} as const satisfies Record<string, Band>;
export type ExpectedAmount = keyof typeof EXPECTED_AMOUNTS;
export const expectedAmounts = Object.keys(EXPECTED_AMOUNTS) as ExpectedAmount[];

/** Income of a month before tax. */
export const MONTHLY_INCOMES = {
  i0: { from: 0, to: 1_000 },
  i1000: { from: 1_000, to: 3_000 },
  i3000: { from: 3_000, to: 5_000 },
  i5000: { from: 5_000, to: 10_000 },
  i10000: { from: 10_000, to: 30_000 },
  i30000: { from: 30_000, to: null },
} as const satisfies Record<string, Band>;
export type MonthlyIncome = keyof typeof MONTHLY_INCOMES;
export const monthlyIncomes = Object.keys(MONTHLY_INCOMES) as MonthlyIncome[];
