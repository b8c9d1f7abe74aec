import type { DepositRules } from '../../../contracts/deposit.contract.js';
import { amount, format, over, roundTo, ZERO, type Amount } from '../../../shared/money.js';
import type { AppliedPolicy } from '../../core/policy.js';
import type { ChannelNow } from './deposit.commands.js';

const HEX_HASH = /^(0x)?[0-9a-f]{64}$/i;
const OTHER_HASH = /^[A-Za-z0-9+/=_-]{32,128}$/;

/** Networks write a hash in one of two ways, people in any: without `0x` and in small letters it is one text. */
export function canonicalHash(hash: string): string | undefined {
  if (HEX_HASH.test(hash)) return hash.toLowerCase().replace(/^0x/, '');
  return OTHER_HASH.test(hash) ? hash : undefined;
}

/** How the hash may stand on a network: as it was typed first. */
export function writingsOf(hash: string): string[] {
  if (!HEX_HASH.test(hash)) return [hash];
  const bare = hash.toLowerCase().replace(/^0x/, '');
  return [...new Set([hash, bare, `0x${bare}`, bare.toUpperCase()])];
}

/** The least amount that is credited: named for the currency, or what the minimum of others is worth, rounded up. */
export function minimumOf(rules: DepositRules, currency: string, decimals: number, priceUsdt: Amount | null): Amount {
  const named = new Map<string, unknown>(Object.entries(rules)).get(`minimum${currency}`);
  if (typeof named === 'string') return amount(named);
  // Without a price every amount is credited: a limit could not be checked.
  if (priceUsdt === null || priceUsdt <= ZERO) return ZERO;
  return roundTo(over(amount(rules.minimumOther), priceUsdt, 'up'), decimals, 'up');
}

export function isNamedMinimum(rules: DepositRules, currency: string): boolean {
  return `minimum${currency}` in rules && currency !== 'Other';
}

/** Staff close a channel by naming it: `USDT:TRC20`. */
export function isClosed(rules: DepositRules, currency: string, network: string): boolean {
  return rules.closedChannels.split(',').includes(`${currency}:${network}`);
}

export function applied({ policy, minimum, priceUsdt, open }: ChannelNow): AppliedPolicy {
  const price = priceUsdt === null ? {} : { priceUsdt, minimumOther: policy.values.minimumOther };
  return { name: policy.name, version: policy.version, inputs: { minimum, open, ...price } };
}

/** The credited less the claimed amount; `null` where either is missing. */
export function differenceOf(credited: string | null, declared: string | null): string | null {
  return credited === null || declared === null ? null : format(amount(credited) - amount(declared));
}
