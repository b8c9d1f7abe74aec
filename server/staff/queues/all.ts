import type { StaffQueueView } from '../../../contracts/staff-lists.contract.js';
import { permits, type ReviewQueue, type StaffRole } from '../../../contracts/staff.contract.js';
import { chainsBroken, reactions, readModels, timersOverdue } from './machine.queues.js';
import { booksHalted, contractsHeldUp, fundingsUnsettled } from './market.queues.js';
import { contentDrafts, demosOverdue, loginsLocked, staffLocked } from './people.queues.js';
import { actionProposals, haltProposals, policyApprovers, policyProposals, proposersAlone } from './policy.queues.js';
import type { Queue, QueueParts } from './queue.js';
import { paymentsUnclaimed, reconciliationDifferences } from './reconciliation.queues.js';
import { reviewQueues, reviewsEscalated } from './review.queues.js';
import { supportWaiting } from './support.queues.js';

/** Every queue there is, the most urgent first. A feature that makes work for staff adds its queue here. */
export const queues: readonly Queue[] = [
  chainsBroken,
  booksHalted,
  contractsHeldUp,
  fundingsUnsettled,
  reconciliationDifferences,
  paymentsUnclaimed,
  reactions,
  readModels,
  timersOverdue,
  demosOverdue,
  loginsLocked,
  staffLocked,
  supportWaiting,
  contentDrafts,
  policyProposals,
  actionProposals,
  haltProposals,
  policyApprovers,
  proposersAlone,
  reviewsEscalated,
  ...reviewQueues,
];

/** The member whose queues are read. */
export interface Worker {
  readonly roles: readonly StaffRole[];
  readonly queues: readonly ReviewQueue[];
}

/** The queues of a member, each with its current length. */
export function waitingFor(worker: Worker, parts: QueueParts): Promise<StaffQueueView[]> {
  const theirs = queues.filter(({ permission }) => permits(worker.roles, permission, worker.queues));
  return Promise.all(
    theirs.map(async ({ name, resource, waiting }) => ({ name, resource, filter: {}, ...(await waiting(parts)) })),
  );
}
