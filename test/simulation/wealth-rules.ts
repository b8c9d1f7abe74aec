import type { PolicyVersion } from '../../server/core/policy.js';
import type { VerificationLevels } from '../../server/core/ports/verification.js';
import type { Rng } from '../../server/core/rng.js';
import { seeded } from '../../server/core/seeded.testkit.js';
import { reviewKind } from '../../server/review/review.decider.js';
import { PEOPLE, STRANGER } from './wealth-people.js';

/** Each was invited by the one before. */
export function inviterOf(userId: string): string | undefined {
  return PEOPLE[PEOPLE.findIndex((one) => one === userId) - 1];
}

export const LEVELS = {
  stream: (userId: string) => [reviewKind, `levels-${userId}`] as const,
  levels: (_: unknown, userId: string) => {
    const primary = userId !== STRANGER;
    return { primary, advanced: primary, address: false };
  },
} as unknown as VerificationLevels;

/**
 * The rules that a new installation begins with. Treasury and lender are small in some worlds, so that they sell out. In every other world two
 * people value what is halted, at far too little.
 */
export function policiesOf(rng: Rng, seed: number): Record<string, PolicyVersion<object>> {
  const grants = { treasury: rng.pick(['60', '5000000']), lending: rng.pick(['3000', '5000000']) };
  const values: Record<string, object> = {
    'custody.rules': { ...seeded('custody.rules'), grantUsdt: grants.treasury },
    'loan.rules': { ...seeded('loan.rules'), grantUsdt: grants.lending },
    'fund.rules': seeded('fund.rules'),
    'fund.fair-values': { fairValues: seed % 2 === 0 ? 'GLD:100:2020-01-01:2040-01-01:halt' : 'none' },
    'credit.rules': seeded('credit.rules'),
    'subscription.rules': seeded('subscription.rules'),
    'reward.rules': { ...seeded('reward.rules'), feeVoucherUsdt: '0.05' },
  };
  return Object.fromEntries(Object.entries(values).map(([name, of]) => [name, { name, version: 1, values: of }]));
}
