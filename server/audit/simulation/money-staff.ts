import { amount } from '../../../shared/money.js';
import { refuse } from '../../core/refusal.js';
import type { Rng } from '../../core/rng.js';
import { c2cKind, orderOfReview } from '../../features/c2c/c2c.decider.js';
import { c2cReviews } from '../../features/c2c/c2c.review.js';
import { depositKind, type ProofFacts } from '../../features/deposit/deposit.decider.js';
import { depositReview } from '../../features/deposit/deposit.review.js';
import { withdrawalReviews } from '../../features/withdrawal/withdrawal.review.js';
import { reviewKind } from '../../review/review.decider.js';
import type { ReviewOpened } from '../../review/review.events.js';
import { KnownReviewKinds } from '../../review/kinds.js';
import type { ReviewKind } from '../../review/review-kind.js';
import type { MemoryRealm } from '../../engine/writer/memory-realm.js';
import { channelOf, SELLERS } from './money-people.js';
import { NETWORK, type Outside } from './outside.js';
import type { SimulatedCommand } from './people.js';

export const STAFF = ['staff-1', 'staff-2', 'staff-3'] as const;
/** Each member of the staff is a customer as well, as people are. */
export const ownAccountOf = (staffId: string): string => `real-p${staffId.slice('staff-'.length)}`;
const CLAIM_POLICY = { name: 'review.rules', version: 1, inputs: { claimMinutes: 15 } };

/** Staff only decide here: there is no page that would show a request. */
export function moneyReviews(): KnownReviewKinds {
  const kinds = new KnownReviewKinds();
  const unread = <Parts extends object>(): Parts => ({}) as Parts;
  const all = [...withdrawalReviews(unread()), depositReview(unread()), ...c2cReviews(unread())];
  const details: ReviewKind['details'] = ({ requestId }) => Promise.resolve(refuse('review.not-found', { requestId }));
  kinds.register(...all.map((kind) => ({ ...kind, details })));
  return kinds;
}

/** People at the console, each with his own mind: they claim, forget, decide on what they know, and try what they may not. */
export class MoneyStaff {
  private readonly opened: ReviewOpened[] = [];
  private seen = 0;

  constructor(
    private readonly rng: Rng,
    private readonly realm: MemoryRealm,
    private readonly outside: Outside,
    private readonly kinds: KnownReviewKinds,
  ) {}

  /** The requests that nobody has decided. */
  open(): ReviewOpened[] {
    const { events } = this.realm;
    for (; this.seen < events.length; this.seen += 1) {
      const event = events[this.seen];
      if (event?.type === 'ReviewOpened') this.opened.push(event.data as ReviewOpened);
    }
    const left = this.opened.filter(({ requestId }) => {
      const { status } = this.realm.state(reviewKind, requestId);
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
    const shown = { signs: [], rules: [], imageIds: [], checks: [], reasons, hasChoice: false };
    return { type: 'ReadReview', data: { requestId, staffId, ...shown }, actor: `staff:${staffId}` };
  }

  decide(
    { requestId, kind, userId }: ReviewOpened,
    staffId: string,
    verdict: 'approved' | 'rejected',
  ): SimulatedCommand {
    const reasons = verdict === 'rejected' ? [this.kinds.find(kind)?.reasons[0] ?? ''] : [];
    const order = kind.startsWith('c2c') ? this.realm.state(c2cKind, orderOfReview(requestId)) : undefined;
    const fits = order?.status !== 'none' && order?.currency === 'EUR' ? SELLERS[1] : SELLERS[0];
    const choice = kind === 'c2c-match' && verdict === 'approved' ? (this.rng.chance(0.9) ? fits : null) : null;
    const own = ownAccountOf(staffId) === userId;
    const prepared = this.prepared(kind, requestId);
    const said = {
      verdict,
      reasons,
      sealedNote: null,
      checks: [],
      sealedRemark: null,
      together: false,
      identified: false,
    };
    const data = { requestId, kind, userId, staffId, ...said, own, choice, prepared };
    return { type: 'DecideReview', data, actor: `staff:${staffId}` };
  }

  private prepared(kind: string, requestId: string): unknown {
    if (kind === 'deposit-proof') return this.proofFacts(requestId);
    if (!kind.startsWith('c2c') || kind === 'c2c-match') return undefined;
    const order = this.realm.state(c2cKind, orderOfReview(requestId));
    const wires = order.status === 'none' ? [] : (this.outside.wires.get(order.reference) ?? []);
    return { wires, accountNumber: order.status === 'none' ? '' : (order.seller?.id ?? '') };
  }

  private proofFacts(depositId: string): ProofFacts {
    const submitted = this.realm.events.find(
      ({ type, data }) => type === 'DepositProofSubmitted' && (data as { depositId: string }).depositId === depositId,
    );
    const { key, currency } = submitted?.data as { key: string; currency: string };
    const { transfer } = this.realm.state(depositKind, key);
    const { policy, minimum, open } = channelOf(transfer?.currency ?? currency);
    const outside = this.outside.transfers.get(key.slice(key.lastIndexOf(':') + 1));
    const toPlatform = outside === undefined ? null : outside.addressId !== null && amount(minimum) >= 0n;
    return { key, network: NETWORK, toPlatform, policy, minimum, open };
  }
}
