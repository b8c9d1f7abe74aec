import type { ReviewMoneyView } from '../../contracts/review.contract.js';
import type { StaffPermission } from '../../contracts/staff.contract.js';
import type { CommandMeta, CommandScope, View } from '../core/decider.js';
import type { NewEvent } from '../core/event.js';
import type { RiskSignal } from '../core/ports/risk-signals.js';
import type { AppliedPolicy } from '../core/policy.js';
import type { Refusal } from '../core/refusal.js';
import type { Sealed } from '../core/person.js';
import type { Timetable } from '../core/timetable.js';
import type { ReviewMoreRequested } from './review.events.js';

/** What staff decided, as the noun's decider gets it. Claim and rights are checked before. */
export interface ReviewDecision {
  readonly requestId: string;
  readonly userId: string;
  readonly verdict: 'approved' | 'rejected';
  readonly staffId: string;
  /** Codes from the kind's list; empty when approved. */
  readonly reasons: readonly string[];
  readonly note: Sealed | null;
  /** The reviewer's choice of `ReviewDetails.choices`; `null` without one. */
  readonly choice: string | null;
  /** The result of `prepare`: policy versions, figures. */
  readonly prepared: unknown;
}

/** A reviewer's view of a request, opened: labelled texts and images by id. Keys are `review:field.<name>`. */
export interface ReviewDetails {
  readonly fields: readonly { readonly name: string; readonly value: string; readonly personal: boolean }[];
  readonly images: readonly { readonly id: string; readonly purpose: string }[];
  /** Computed by published rules and shown with their inputs: `document-used-before`, `resubmitted`, … */
  readonly signals: readonly RiskSignal[];
  /** The rules behind the signals and the request, as they were applied. */
  readonly policies?: readonly AppliedPolicy[];
  /** What an approval needs compared and ticked, one by one: texts are `review:check.<name>`. */
  readonly checks?: readonly string[];
  /** The kind's reasons that can apply to this request; all by default. */
  readonly reasons?: readonly string[];
  /** What an approval chooses from, under `review:choice.<name>`. */
  readonly choices?: {
    readonly name: string;
    readonly options: readonly { readonly id: string; readonly label: string }[];
  };
}

/** A reviewer's question to the person. */
type ReviewQuestion = Pick<ReviewMoreRequested, 'requestId' | 'userId' | 'staffId' | 'reasons' | 'advice' | 'until'>;

/** One kind of request that staff review. A feature declares its own and registers it in `onModuleInit`. */
export interface ReviewKind {
  /** Begins with its queue: `identity-primary` waits in `identity`, for those who hold `review-identity`. */
  readonly name: string;
  readonly permission: StaffPermission;
  /** The reasons for a rejection: texts are `review:reason.<kind>.<code>`, in the person's language in the message. */
  readonly reasons: readonly string[];
  /** A member who identified a person must not approve money or credit for that person. */
  readonly duty: 'identifies' | 'pays';
  /** Where the person goes on after a decision; `null` where the noun tells of the decision itself. */
  readonly screen: string | null;
  /** What the decision touches besides the review's own stream. */
  scope(decision: Pick<ReviewDecision, 'requestId' | 'userId' | 'prepared' | 'choice'>): CommandScope;
  /** Pure: the noun's own events for the decision, appended together with `ReviewApproved` or `ReviewRejected`. */
  decide(view: View, decision: ReviewDecision, meta: CommandMeta): readonly NewEvent[] | Refusal;
  /** What the noun's own events make due later. */
  readonly timetable?: Timetable;
  /** How a request of this kind goes back to its person; without it requests are only approved or rejected. */
  readonly askForMore?: {
    /** Of the kind's reasons those that the person can mend by an answer. */
    readonly reasons: readonly string[];
    /** What would help: texts are `review:advice.<code>`. */
    readonly advice: readonly string[];
    /** Pure: the noun's own events, appended together with `ReviewMoreRequested`. */
    decide(view: View, question: ReviewQuestion): readonly NewEvent[] | Refusal;
  };
  /** The number of different people who must approve; one by default. Pure, like `decide`. */
  approvals?(view: View, request: Pick<ReviewDecision, 'requestId' | 'userId'>): 1 | 2;
  /** Looks up before the command what its decider may not. May answer later. */
  prepare?(request: { requestId: string; userId: string }): unknown;
  details(request: { requestId: string; userId: string }): Promise<ReviewDetails | Refusal>;
  /** The money around a request that pays. */
  money?(request: { requestId: string; userId: string }): Promise<ReviewMoneyView>;
}

/** Where kinds are registered, as command handlers are. */
export abstract class ReviewKinds {
  abstract register(...kinds: ReviewKind[]): void;
  abstract find(name: string): ReviewKind | undefined;
  abstract all(): readonly ReviewKind[];
}
