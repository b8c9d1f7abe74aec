import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type {
  askForMoreBody,
  decideReviewBody,
  escalateReviewBody,
  rejectEscalatedBody,
  returnReviewBody,
  ReviewClaimView,
  ReviewVerdictView,
} from '../../contracts/review.contract.js';
import type { StaffPermission } from '../../contracts/staff.contract.js';
import { Clock } from '../core/clock.js';
import { type CommandContext, Commands, type HouseCommand, type RequestToken } from '../core/command.js';
import type { Cause } from '../core/event.js';
import type { Sealed } from '../core/person.js';
import { Vault } from '../core/ports/vault.js';
import { PolicySource } from '../core/ports/policy-source.js';
import { isRefusal, refuse, type Refusal } from '../core/refusal.js';
import type { StaffSession } from '../edge/http/sessions.js';
import { ProjectionRunner } from '../engine/projections/runner.js';
import { type RightsNow, StaffRights } from '../edge/auth/staff-rights.js';
import { Writers } from '../engine/writer/writers.js';
import {
  AskForMore,
  ClaimReview,
  DecideReview,
  EscalateReview,
  OpenReviewImage,
  ReadReview,
  RejectEscalated,
  ReleaseReview,
  ReturnReview,
  WithdrawReview,
  type ReadFacts,
} from './review.commands.js';
import { OTHER, reviewKind, type ReviewState } from './review.decider.js';
import { type ReviewKind, ReviewKinds } from './review-kind.js';
import { ReviewQuery } from './review.query.js';
import { readFactsOf } from './review-read-facts.js';

interface ReviewRules {
  readonly claimMinutes: number;
  readonly answerDays: number;
}

type Known = Exclude<ReviewState, { status: 'none' }>;
interface Desk {
  readonly request: Known;
  readonly kind: ReviewKind;
  readonly rights: RightsNow;
}

/** What reviewers do with a request: take it, keep it, give it back, decide it. */
@Injectable()
export class ReviewService {
  constructor(
    private readonly writers: Writers,
    private readonly commands: Commands,
    private readonly kinds: ReviewKinds,
    private readonly query: ReviewQuery,
    private readonly rights: StaffRights,
    private readonly vault: Vault,
    private readonly policies: PolicySource<{ 'review.rules': ReviewRules }>,
    private readonly projections: ProjectionRunner,
    private readonly clock: Clock,
  ) {}

  claim(
    session: StaffSession,
    requestId: string,
    requestToken: RequestToken | undefined,
  ): Promise<ReviewClaimView | Refusal> {
    return this.atDesk(session, requestId, ({ request, rights }) => {
      const { name, version, values } = this.policies.inForce('review.rules');
      const { claimMinutes } = values;
      const policy = { name, version, inputs: { claimMinutes } };
      const own = rights.ownUsers.includes(request.userId);
      const data = { requestId, staffId: session.staffId, claimMinutes, policy, own };
      return this.send(new ClaimReview(this.context(session, requestToken), data));
    });
  }

  release(session: StaffSession, requestId: string, requestToken: RequestToken | undefined): Promise<null | Refusal> {
    return this.atDesk(session, requestId, () => {
      const data = { requestId, staffId: session.staffId };
      return this.send(new ReleaseReview(this.context(session, requestToken), data));
    });
  }

  decide(
    session: StaffSession,
    { requestId, verdict, reasons, note, choice, checks, remark }: z.output<typeof decideReviewBody>,
    requestToken: RequestToken | undefined,
    together = false,
  ): Promise<ReviewVerdictView | Refusal> {
    return this.atDesk(session, requestId, async ({ request, kind, rights }) => {
      const { userId } = request;
      const data = {
        requestId,
        kind: kind.name,
        userId,
        staffId: session.staffId,
        verdict,
        reasons,
        sealedNote: await this.sealed(request, 'review.note', verdict === 'rejected' ? note : ''),
        checks,
        sealedRemark: await this.sealed(request, 'review.remark', remark),
        together,
        identified: await this.identified(session.staffId, kind, userId),
        own: rights.ownUsers.includes(userId),
        choice: choice ?? null,
        prepared: await kind.prepare?.({ requestId, userId }),
      };
      return this.send(new DecideReview(this.context(session, requestToken), data));
    });
  }

  /** Sends the request back to its person, who sees what is wrong and answers. */
  askForMore(
    session: StaffSession,
    { requestId, reasons, advice, remark }: z.output<typeof askForMoreBody>,
    requestToken: RequestToken | undefined,
  ): Promise<ReviewClaimView | Refusal> {
    return this.atDesk(session, requestId, async ({ request, kind, rights }) => {
      const { userId } = request;
      const { name, version, values } = this.policies.inForce('review.rules');
      const { answerDays } = values;
      const data = {
        requestId,
        kind: kind.name,
        userId,
        staffId: session.staffId,
        reasons,
        advice: advice ?? null,
        answerDays,
        policy: { name, version, inputs: { answerDays } },
        sealedRemark: await this.sealed(request, 'review.remark', remark),
        own: rights.ownUsers.includes(userId),
      };
      return this.send(new AskForMore(this.context(session, requestToken), data));
    });
  }

  /** Brings a request before risk: the one that the reviewer holds, or for risk whichever is open. */
  escalate(
    session: StaffSession,
    { requestId, reason, remark }: z.output<typeof escalateReviewBody>,
    requestToken: RequestToken | undefined,
    fromRisk = false,
  ): Promise<null | Refusal> {
    const work = async ({ request, rights }: Desk): Promise<null | Refusal> => {
      const sealedRemark = await this.sealed(request, 'review.remark', remark);
      const own = rights.ownUsers.includes(request.userId);
      const data = { requestId, staffId: session.staffId, reason, sealedRemark, own, fromRisk };
      return this.send(new EscalateReview(this.context(session, requestToken), data));
    };
    return this.atDesk(session, requestId, work, fromRisk ? 'escalations' : undefined);
  }

  returnEscalated(
    session: StaffSession,
    { requestId, remark }: z.output<typeof returnReviewBody>,
    requestToken: RequestToken | undefined,
  ): Promise<null | Refusal> {
    const work = async ({ request, rights }: Desk): Promise<null | Refusal> => {
      const sealedRemark = await this.sealed(request, 'review.remark', remark);
      const own = rights.ownUsers.includes(request.userId);
      const data = { requestId, staffId: session.staffId, sealedRemark, own };
      return this.send(new ReturnReview(this.context(session, requestToken), data));
    };
    return this.atDesk(session, requestId, work, 'escalations');
  }

  /** The rejection stores the current signals, which its reviewer has just seen. */
  rejectEscalated(
    session: StaffSession,
    { requestId, reasons, remark }: z.output<typeof rejectEscalatedBody>,
    requestToken: RequestToken | undefined,
  ): Promise<null | Refusal> {
    const work = async ({ request, kind, rights }: Desk): Promise<null | Refusal> => {
      const { userId } = request;
      const details = await kind.details({ requestId, userId });
      if (isRefusal(details)) return details;
      const { signals, rules, reasons: known } = readFactsOf(details, kind);
      // Risk writes no notes to persons.
      const applying = known.filter((reason) => reason !== OTHER);
      const data = {
        requestId,
        kind: kind.name,
        userId,
        staffId: session.staffId,
        reasons,
        applying,
        signals,
        rules,
        sealedRemark: await this.sealed(request, 'review.remark', remark),
        own: rights.ownUsers.includes(userId),
        prepared: await kind.prepare?.({ requestId, userId }),
      };
      return this.send(new RejectEscalated(this.context(session, requestToken), data));
    };
    return this.atDesk(session, requestId, work, 'escalations');
  }

  /** Whether this member identified the person whom such a request pays. Every decision waits until its row is readable. */
  async identified(staffId: string, { duty }: ReviewKind, userId: string): Promise<boolean> {
    if (duty !== 'pays') return false;
    const { kinds, query } = this;
    const identifying = kinds.all().filter((kind) => kind.duty === 'identifies');
    return query.approvedBy(
      staffId,
      userId,
      identifying.map(({ name }) => name),
    );
  }

  /** Notes what the holder of the claim was shown; `review.claim-needed` when the claim ended meanwhile. */
  noteRead(
    session: StaffSession,
    requestId: string,
    facts: ReadFacts,
    cause: Cause | undefined,
  ): Promise<null | Refusal> {
    const data = { requestId, staffId: session.staffId, ...facts };
    return this.send(new ReadReview(this.context(session, { cause }), data));
  }

  noteImage(
    session: StaffSession,
    seen: Omit<OpenReviewImage['data'], 'staffId'>,
    cause: Cause | undefined,
  ): Promise<null | Refusal> {
    const data = { ...seen, staffId: session.staffId };
    return this.send(new OpenReviewImage(this.context(session, { cause }), data));
  }

  /** Withdraws the requests of an erased person; decisions made meanwhile stay. */
  async withdrawAll(userId: string, requestIds: readonly string[], cause: Cause | undefined): Promise<void> {
    const { commands, clock } = this;
    for (const requestId of requestIds) {
      const context = { realm: 'real', at: clock.now(), actor: `user:${userId}`, requestToken: { cause } };
      const result = await commands.execute(new WithdrawReview(context, { requestId }));
      if (!result.ok) throw new Error(`${requestId} could not be withdrawn: ${result.refusal.refusal}`);
    }
  }

  /** The request, if the caller holds it now; else the refusal. */
  async held(session: StaffSession, requestId: string): Promise<Desk | Refusal> {
    return this.atDesk(session, requestId, (desk) => Promise.resolve(this.claimed(desk, session.staffId) ?? desk));
  }

  private claimed({ request }: Desk, staffId: string): Refusal | undefined {
    const now = this.clock.now();
    const mine = request.status === 'claimed' && request.staffId === staffId && request.until > now;
    return mine ? undefined : refuse('review.claim-needed');
  }

  /** The rights are held until the work is durable: a role taken away in between is honoured. */
  private async atDesk<Answer>(
    session: StaffSession,
    requestId: string,
    work: (desk: Desk) => Promise<Answer | Refusal>,
    needed?: StaffPermission,
  ): Promise<Answer | Refusal> {
    const request = await this.writers.read('real', reviewKind, requestId);
    const kind = request.status === 'none' ? undefined : this.kinds.find(request.kind);
    if (request.status === 'none' || kind === undefined) return refuse('review.not-found', { requestId });
    const permission = needed ?? kind.permission;
    const answer = await this.rights.during(session.staffId, permission, (rights) => work({ request, kind, rights }));
    // Requests of other queues are not found, so that their existence stays hidden.
    const isOutside = isRefusal(answer) && answer.refusal === 'staff.role-missing';
    return isOutside ? refuse('review.not-found', { requestId }) : answer;
  }

  /** Nothing is sealed for a withdrawn request: its person may have no key any more. */
  private async sealed(request: Known, context: string, text: string): Promise<Sealed | null> {
    const isOver = request.status === 'approved' || request.status === 'rejected' || request.status === 'withdrawn';
    return text === '' || isOver ? null : this.vault.seal(request.userId, context, text);
  }

  /** Answers once the lists show it. */
  private async send<Answer>(command: HouseCommand<unknown, Answer>): Promise<Answer | Refusal> {
    const { commands, projections } = this;
    const result = await commands.execute(command);
    if (!result.ok) return result.refusal;
    await projections.waitFor('reviews', 'real', result.position);
    return result.answer;
  }

  private context({ staffId }: StaffSession, requestToken: RequestToken | undefined): CommandContext {
    return { realm: 'real', at: this.clock.now(), actor: `staff:${staffId}`, requestToken };
  }
}
