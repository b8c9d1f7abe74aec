import { permits, type ReviewQueue, type StaffPermission, type StaffRole } from '../../contracts/staff.contract.js';
import { resources } from '../resources';

/** Which permission opens which page and list. The server refuses by the same permissions; this hides. */
const PERMISSION_OF = new Map<string, StaffPermission>([
  ['dashboard', 'dashboard'],
  ...resources.flatMap(({ name, permission, lists = {} }) => [[name, permission] as const, ...Object.entries(lists)]),
]);

/** Nothing is edited by forms here: staff send commands, each from a screen of its own. */
const READING = new Set(['list', 'show', 'export']);

/** Whether staff with these roles may do this in the console. What is not named is not permitted. */
export function mayOpen(
  roles: readonly StaffRole[],
  resource: string,
  action = 'list',
  queues: readonly ReviewQueue[] = [],
): boolean {
  const permission = PERMISSION_OF.get(resource);
  return permission !== undefined && READING.has(action) && permits(roles, permission, queues);
}
