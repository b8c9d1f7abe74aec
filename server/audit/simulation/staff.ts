import { refuse } from '../../core/refusal.js';
import type { MemoryRealm } from '../../engine/writer/memory-realm.js';
import type { SimulatedCommand, SimulatedReview } from '../../features/simulation.js';
import { KnownReviewKinds } from '../../review/kinds.js';
import { reviewKind } from '../../review/review.decider.js';
import type { ReviewOpened } from '../../review/review.events.js';

export const STAFF = ['staff-1', 'staff-2', 'staff-3'] as const;
/** Each member of the staff is a customer as well, as people are. */
export const ownAccountOf = (staffId: string): string => `real-p${staffId.slice('staff-'.length)}`;
const CLAIM_POLICY = { name: 'review.rules', version: 1, inputs: { claimMinutes: 15 } };

/** People at the console, each with their own mind: they claim, forget, decide on what they know, and try what they may not. */
export class Staff {
  readonly kinds = new KnownReviewKinds();
  private readonly facts: ReadonlyMap<string, SimulatedReview['facts']>;
  private readonly opened: ReviewOpened[] = [];
  private seen = 0;

  constructor(
    private readonly realm: () => MemoryRealm,
    reviews: readonly SimulatedReview[],
  ) {
    this.facts = new Map(reviews.map(({ kind, facts }) => [kind.name, facts]));
    // Staff only decide here: there is no page that would show a request.
    for (const { kind } of reviews)
      this.kinds.register({
        ...kind,
        details: ({ requestId }) => Promise.resolve(refuse('review.not-found', { requestId })),
      });
  }

  /** The undecided requests. */
  open(): ReviewOpened[] {
    const { events } = this.realm();
    for (; this.seen < events.length; this.seen += 1) {
      const event = events[this.seen];
      if (event?.type === 'ReviewOpened') this.opened.push(event.data as ReviewOpened);
    }
    const left = this.opened.filter(({ requestId }) => {
      const { status } = this.realm().state(reviewKind, requestId);
      return status === 'waiting' || status === 'claimed';
    });
    this.opened.length = 0;
    this.opened.push(...left);
    return left;
  }

  claim({ requestId, userId }: ReviewOpened, staffId: string): SimulatedCommand {
    const own = ownAccountOf(staffId) === userId;
    const data = { requestId, staffId, claimMinutes: 15, policy: CLAIM_POLICY, own };
    return { type: 'ClaimReview', data, actor: `staff:${staffId}` };
  }

  /** What an approval rests on: nothing is shown here, but it is noted as seen. */
  read({ requestId, kind }: ReviewOpened, staffId: string): SimulatedCommand {
    const reasons = this.kinds.find(kind)?.reasons ?? [];
    const page = { signals: [], rules: [], imageIds: [], checks: [], reasons, hasChoice: false };
    return { type: 'ReadReview', data: { requestId, staffId, ...page }, actor: `staff:${staffId}` };
  }

  decide(
    { requestId, kind, userId }: ReviewOpened,
    staffId: string,
    verdict: 'approved' | 'rejected',
  ): SimulatedCommand {
    const { choice = null, prepared } = this.facts.get(kind)?.(requestId, verdict) ?? {};
    const data = {
      requestId,
      kind,
      userId,
      staffId,
      verdict,
      reasons: verdict === 'rejected' ? [this.kinds.find(kind)?.reasons[0] ?? ''] : [],
      sealedNote: null,
      checks: [],
      sealedRemark: null,
      together: false,
      identified: false,
      own: ownAccountOf(staffId) === userId,
      choice,
      prepared,
    };
    return { type: 'DecideReview', data, actor: `staff:${staffId}` };
  }
}
