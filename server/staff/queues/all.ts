import type { StaffQueueView } from '../../../contracts/staff-desk.contract.js';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';
import { chainsBroken, reactions, readModels, timersOverdue } from './machine.queues.js';
import { booksHalted } from './market.queues.js';
import { contentDrafts, demosOverdue, loginsLocked, staffLocked } from './people.queues.js';
import type { Queue, QueueParts } from './queue.js';

/** Every queue there is, the most urgent first. A feature that makes work for staff adds its queue here. */
export const queues: readonly Queue[] = [
  chainsBroken,
  booksHalted,
  reactions,
  readModels,
  timersOverdue,
  demosOverdue,
  loginsLocked,
  staffLocked,
  contentDrafts,
];

/** The queues of these roles, each with what waits in it now. */
export function waitingFor(roles: readonly StaffRole[], parts: QueueParts): Promise<StaffQueueView[]> {
  const theirs = queues.filter(({ permission }) => permits(roles, permission));
  return Promise.all(
    theirs.map(async ({ name, resource, waiting }) => ({ name, resource, filter: {}, ...(await waiting(parts)) })),
  );
}
