import { LIST_PERMISSIONS } from '../../contracts/staff-desk.contract.js';
import { permits, type ReviewQueue, type StaffPermission, type StaffRole } from '../../contracts/staff.contract.js';

/** Which permission opens which resource of the console. The server refuses by the same table; this one hides. */
const PERMISSION_OF: Record<string, StaffPermission> = {
  ...LIST_PERMISSIONS,
  dashboard: 'dashboard',
  chain: 'events',
  'read-models': 'events',
  'bank-sim': 'market',
  'chain-sim': 'market',
  outbox: 'messages',
  'review-statistics': 'reviews',
};

/** Nothing is edited by forms here: staff wish by commands, and those have screens of their own. */
const READING = new Set(['list', 'show', 'export']);

/** Whether staff with these roles may do this in the console. What is not named is not permitted. */
export function mayOpen(
  roles: readonly StaffRole[],
  resource: string,
  action = 'list',
  queues: readonly ReviewQueue[] = [],
): boolean {
  const permission = PERMISSION_OF[resource];
  return permission !== undefined && READING.has(action) && permits(roles, permission, queues);
}
