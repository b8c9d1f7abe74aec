import {
  LABEL_OF_WITHDRAWAL,
  type WithdrawalStatus,
  type WithdrawalView,
} from '../../../contracts/withdrawal.contract';

/** A step of the timeline: when it came, or `null` while it is still to come. */
interface Step {
  status: WithdrawalStatus;
  at: number | null;
  position: number | null;
}

/** What happened, and what is to come while nothing has ended it. */
export function stepsOf({
  timeline,
  fourEyes,
  status,
}: Pick<WithdrawalView, 'timeline' | 'fourEyes' | 'status'>): Step[] {
  const done: Step[] = timeline.map(({ status: reached, at, position }) => ({ status: reached, at, position }));
  if (LABEL_OF_WITHDRAWAL[status] !== 'waiting') return done;
  const way: WithdrawalStatus[] = [
    'review',
    ...(fourEyes ? (['second-review'] as const) : []),
    'approved',
    'sent',
    'paid',
  ];
  // An extra review stands beside the way: what is ahead follows the last step on it.
  const reached = status === 'held' ? done.findLast((step) => step.status !== 'held')?.status : status;
  const ahead = way.slice(way.indexOf(reached ?? 'review') + 1);
  return [...done, ...ahead.map((next) => ({ status: next, at: null, position: null }))];
}
