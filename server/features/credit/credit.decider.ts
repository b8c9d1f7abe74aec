import {
  CAUSE_OF_PROOF,
  CREDIT_PROOFS,
  creditScore,
  pointsOf,
  type CreditProof,
  type CreditProofStatus,
  type CreditRules,
} from '../../../contracts/credit.contract.js';
import type { Instant } from '../../core/clock.js';
import type { StreamKind } from '../../core/decider.js';
import { eventsOf, type NewEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import type { Sealed } from '../../core/person.js';
import type { PolicyVersion } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { CountCreditCause, SubmitCreditProof } from './credit.commands.js';
import type { CreditEvent, CreditFacts, CreditScoreChanged } from './credit.events.js';

const newEvent = eventsOf<CreditFacts>(({ userId }) => `credit-${userId}`);

export interface ProofState {
  readonly status: CreditProofStatus;
  readonly attempt: number;
  readonly requestId: string | null;
  readonly images: readonly string[];
  readonly submittedAt: Instant | null;
  readonly decidedAt: Instant | null;
  readonly reasons: readonly string[];
  readonly sealedNote: Sealed | null;
}

export interface CreditState {
  /** Everything that counted, oldest first. */
  readonly changes: readonly (CreditScoreChanged & { readonly at: Instant })[];
  readonly proofs: Readonly<Record<CreditProof, ProofState>>;
}

/** The next state of a proof after a submission, or the refusal. An accepted proof is final. */
export const SUBMIT = {
  none: 'waiting',
  waiting: refuse('credit.proof-under-review'),
  accepted: refuse('credit.proof-accepted'),
  rejected: 'waiting',
} as const satisfies Record<CreditProofStatus, CreditProofStatus | Refusal>;

const NO_PROOF: ProofState = {
  status: 'none',
  attempt: 0,
  requestId: null,
  images: [],
  submittedAt: null,
  decidedAt: null,
  reasons: [],
  sealedNote: null,
};

export const creditKind: StreamKind<CreditState> = {
  name: 'credit',
  initial: () => ({
    changes: [],
    proofs: Object.fromEntries(CREDIT_PROOFS.map((proof) => [proof, NO_PROOF])) as Record<CreditProof, ProofState>,
  }),
  evolve: (state, event) => evolve(state, event as CreditEvent),
};

/** Where the score stands, and where it started: a start that is published later does not move existing scores. */
export function scoreAndStart({ changes }: CreditState, rules: CreditRules): { score: number; start: number } {
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) return { score: creditScore([], rules), start: rules.start };
  return { score: last.to, start: startOf(first) };
}

/** Nothing where it was counted before. */
export function decideCount(state: CreditState, command: CountCreditCause['data']): NewEvent[] {
  const { userId, cause, ref, policy } = command;
  const counted = state.changes.some((change) => change.cause === cause && change.ref === ref);
  return counted ? [] : [newEvent('CreditScoreChanged', changeBy(state, { userId, cause, ref, policy }))];
}

export function decideSubmitProof(
  state: CreditState,
  command: SubmitCreditProof['data'],
  primaryPassed: boolean,
): NewEvent[] | Refusal {
  const { userId, requestId, proof, images, problem } = command;
  if (!primaryPassed) return refuse('credit.identity-required');
  const { status, attempt } = state.proofs[proof];
  const next = SUBMIT[status];
  if (typeof next !== 'string') return next;
  if (problem !== null) return problem;
  return [newEvent('CreditProofSubmitted', { userId, requestId, proof, images, attempt: attempt + 1 })];
}

/** What follows from the staff's decision; an accepted proof counts at once. Nothing for a request that is not the open one. */
export function decideProofVerdict(
  state: CreditState,
  decision: {
    readonly userId: string;
    readonly requestId: string;
    readonly verdict: 'approved' | 'rejected';
    readonly reasons: readonly string[];
    readonly note: Sealed | null;
  },
  policy: PolicyVersion<CreditRules>,
): NewEvent[] {
  const { userId, requestId, verdict, reasons, note } = decision;
  const proof = CREDIT_PROOFS.find((each) => state.proofs[each].requestId === requestId);
  if (proof === undefined || state.proofs[proof].status !== 'waiting') return [];
  if (verdict === 'rejected')
    return [newEvent('CreditProofRejected', { userId, requestId, proof, reasons, sealedNote: note })];
  const counted = decideCount(state, { userId, cause: CAUSE_OF_PROOF[proof], ref: null, policy });
  return [newEvent('CreditProofAccepted', { userId, requestId, proof }), ...counted];
}

function changeBy(state: CreditState, command: CountCreditCause['data']): CreditScoreChanged {
  const { userId, cause, ref, policy } = command;
  const { name, version, values } = policy;
  const { floor, ceiling } = values;
  const { score: from, start } = scoreAndStart(state, values);
  const points = pointsOf(cause, values);
  const to = creditScore([...state.changes.map((change) => change.points), points], { start, floor, ceiling });
  return { userId, cause, ref, points, from, to, policy: { name, version, inputs: { points, start, floor, ceiling } } };
}

function startOf(change: CreditScoreChanged): number {
  return change.policy.inputs['start'] as number;
}

function evolve(state: CreditState, event: CreditEvent): CreditState {
  const { at } = event;
  switch (event.type) {
    case 'CreditScoreChanged':
      return { ...state, changes: [...state.changes, { ...event.data, at }] };
    case 'CreditProofSubmitted': {
      const { proof, requestId, images, attempt } = event.data;
      return withProof(state, proof, { ...NO_PROOF, status: 'waiting', requestId, images, attempt, submittedAt: at });
    }
    case 'CreditProofAccepted':
      return withProof(state, event.data.proof, { status: 'accepted', decidedAt: at });
    case 'CreditProofRejected': {
      const { proof, reasons, sealedNote } = event.data;
      return withProof(state, proof, { status: 'rejected', decidedAt: at, reasons, sealedNote });
    }
    default:
      return never(event);
  }
}

function withProof(state: CreditState, proof: CreditProof, changed: Partial<ProofState>): CreditState {
  return { ...state, proofs: { ...state.proofs, [proof]: { ...state.proofs[proof], ...changed } } };
}

/** The requests that wait for staff. */
export function openRequests({ proofs }: CreditState): string[] {
  return CREDIT_PROOFS.flatMap((proof) => {
    const { status, requestId } = proofs[proof];
    return status === 'waiting' && requestId !== null ? [requestId] : [];
  });
}
