import type { ReviewQueue, StaffRole } from '../../contracts/staff.contract.js';

interface Access {
  mayOpen(roles: readonly StaffRole[], resource: string, action?: string, queues?: readonly ReviewQueue[]): boolean;
}

// The console is written for browsers and checked by settings of its own, so the compiler must not follow this path.
const access: string = '../../admin/app/access.js';
export const { mayOpen } = (await import(access)) as Access;
