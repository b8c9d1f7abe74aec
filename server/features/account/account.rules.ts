import type { Instant } from '../../core/clock.js';
import { amount } from '../../../shared/money.js';
import type { Posting } from '../../core/event.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import type { AppliedPolicy } from '../../core/policy.js';
import type { DemoRules } from './account.commands.js';

const DAY_MS = 86_400_000;

/** Whose ledger accounts a life of an account uses. */
export function ownerIdOf(userId: string, generation: number): string {
  return `${userId}.${generation}`;
}

export function expiryOf(openedAt: Instant, rules: DemoRules): Instant {
  return openedAt + rules.lifeDays * DAY_MS;
}

/** Play money from the house to the new life. */
export function grantPostings(ownerId: string, rules: DemoRules): Posting[] {
  const granted = amount(rules.grantAmount);
  return [
    { account: userAccount(ownerId, 'spot', 'available'), asset: rules.grantAsset, amount: granted },
    { account: HOUSE.demoGrants.account, asset: rules.grantAsset, amount: -granted },
  ];
}

export function appliedPolicy({ name, version, ...inputs }: DemoRules): AppliedPolicy {
  return { name, version, inputs };
}
