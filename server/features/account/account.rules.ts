import type { Instant } from '../../core/clock.js';
import { amount } from '../../core/money.js';
import type { Posting } from '../../core/event.js';
import { HOUSE, userAccount } from '../../ledger/chart.js';
import type { AppliedPolicy } from './account.events.js';
import type { DemoRules } from './account.commands.js';

const DAY_MS = 86_400_000;

/** Policy values in force until the policy desk keeps them (decisions, "Accounts"). */
export const DEMO_RULES: DemoRules = {
  name: 'demo.rules',
  version: 1,
  grantAsset: 'USDT',
  grantAmount: '100000',
  lifeDays: 30,
};

/**
 * Policy `login.rules`: five wrong tries lock for 15 minutes, by account and by address. A demo session outlives the demo
 * account, so that its owner can still read it and start it anew.
 */
export const LOGIN_RULES = {
  name: 'login.rules',
  version: 1,
  triesMax: 5,
  lockMinutes: 15,
  sessionDays: { demo: 60, real: 30 },
} as const;

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

/** A login as others may see it: a phone number's first 3 and last 6 characters, a mail address's beginning and its domain. */
export function masked(login: string): string {
  const at = login.lastIndexOf('@');
  if (at > 0) return `${login.slice(0, Math.min(2, at - 1))}***${login.slice(at)}`;
  if (login.length <= 9) return `${login.slice(0, 1)}***${login.slice(-1)}`;
  return `${login.slice(0, 3)}***${login.slice(-6)}`;
}

/** One spelling for every way to write the same login: mail addresses in lower case, phone numbers without blanks. */
export function normalLogin(login: string): string {
  const text = login.normalize('NFKC').trim().toLowerCase();
  return text.includes('@') ? text : text.replace(/[\s().-]/g, '');
}
