import { join } from 'node:path';
import type { KnownPolicies, PolicyName } from '../../contracts/policy.contract.js';
import type { PolicyVersion } from '../../server/core/policy.js';
import type { PolicySource } from '../../server/core/ports/policy-source.js';
import { readPolicySeeds } from '../../server/features/policy/policy-seeds.js';
import { ROOT } from './sources.js';

type Changes = { [Name in PolicyName]?: Partial<KnownPolicies[Name]> };

/** The policies of the seeds as version 1, for tests without a server; `changes` replaces values. */
export function seededPolicies(changes: Changes = {}): PolicySource<KnownPolicies> {
  const seeds = new Map(readPolicySeeds(join(ROOT, 'seeds')).map(({ name, values }) => [name, values]));
  const inForce = <Name extends PolicyName>(name: Name): PolicyVersion<KnownPolicies[Name]> => ({
    name,
    version: 1,
    values: { ...seeds.get(name), ...changes[name] } as KnownPolicies[Name],
  });
  return { inForce, inForceAt: inForce, publishedAfter: () => [] };
}
