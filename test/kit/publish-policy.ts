import type { PolicyName } from '../../contracts/policy.contract.js';
import type { startStaffed } from './staff-client.js';
import { Trader } from './trader.js';

type Staffed = Pick<Awaited<ReturnType<typeof startStaffed>>, 'started' | 'as'>;

/** A policy with other values: `ann` proposes it, and `bob` approves it at once. Both are of the role `risk`. */
export async function publishPolicy(staffed: Staffed, name: PolicyName, changes: object): Promise<void> {
  const { version, values } = await new Trader(staffed.started).given('getPolicy', { name });
  const proposed = {
    name,
    baseVersion: version,
    values: { ...values, ...changes },
    reason: 'A test needs other rules',
  };
  const { proposalId } = await staffed.as('ann').given('proposePolicy', proposed);
  await staffed.as('bob').given('approvePolicy', { name, proposalId });
}
