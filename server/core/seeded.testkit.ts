import { readFileSync } from 'node:fs';
import type { KnownPolicies } from '../../contracts/policy.contract.js';

/** The values of a policy that a new installation begins with: bots against the house play by them. */
export function seeded<Name extends keyof KnownPolicies>(name: Name): KnownPolicies[Name] {
  const seeds = JSON.parse(readFileSync('seeds/policies.json', 'utf8')) as { name: string; values: unknown }[];
  const found = seeds.find((policy) => policy.name === name);
  if (found === undefined) throw new Error(`no seed has the policy ${name}`);
  return found.values as KnownPolicies[Name];
}
