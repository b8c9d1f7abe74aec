import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPolicyName, policySchemas, type PolicyName } from '../../../contracts/policy.contract.js';
import type { PolicyValues } from '../../core/policy.js';

interface SeededPolicy {
  readonly name: PolicyName;
  readonly values: PolicyValues;
}

/** What a new installation begins with. A seed that is unknown or out of bounds is our own mistake and throws. */
export function readPolicySeeds(seedsFolder: string): SeededPolicy[] {
  const seeds = JSON.parse(readFileSync(join(seedsFolder, 'policies.json'), 'utf8')) as {
    name: string;
    values: unknown;
  }[];
  return seeds.map(({ name, values }) => {
    if (!isPolicyName(name)) throw new Error(`seeds/policies.json names a policy that does not exist: ${name}`);
    return { name, values: policySchemas[name].parse(values) };
  });
}
