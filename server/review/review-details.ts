import { Injectable } from '@nestjs/common';
import type { ReviewRow, ReviewView } from '../../contracts/review.contract.js';
import { permits } from '../../contracts/staff.contract.js';
import { NetAssets } from '../core/ports/net-assets.js';
import { isRefusal, type Refusal } from '../core/refusal.js';
import { StaffTrail, type StaffCall } from '../core/ports/staff-trail.js';
import type { StaffSession } from '../edge/http/sessions.js';
import { MASK } from '../edge/auth/masking.js';
import { type ReviewDetails, type ReviewKind, ReviewKinds } from './review-kind.js';
import type { ReviewState } from './review.decider.js';
import { ReviewDecisions } from './review-decisions.js';
import { ReviewQuery } from './review.query.js';
import { ReviewService } from './review.service.js';
import { readFactsOf } from './review-read-facts.js';

interface ReadDetails {
  readonly details: ReviewView['details'];
  readonly reasons: readonly string[] | undefined;
}

const NOTHING: ReadDetails = { details: null, reasons: undefined };

function openedUnder(request: ReviewState): string[] {
  return request.status === 'claimed' ? request.looked.images.map(({ imageId }) => imageId) : [];
}

/** A request as its reader may see it: its holder everything, auditors and risk what is not personal, others how it stands. */
@Injectable()
export class ReviewDetailsReader {
  constructor(
    private readonly kinds: ReviewKinds,
    private readonly query: ReviewQuery,
    private readonly reviews: ReviewService,
    private readonly trail: StaffTrail,
    private readonly decisions: ReviewDecisions,
    private readonly netAssets: NetAssets,
  ) {}

  async view(call: StaffCall<StaffSession>, review: ReviewRow): Promise<ReviewView | Refusal> {
    const { session } = call;
    const { kinds, query, reviews } = this;
    const kind = kinds.find(review.kind);
    const found = kind === undefined ? NOTHING : await this.readDetails(call, review, kind);
    if (isRefusal(found)) return found;
    const { reasons } = found;
    const evidence = found.details === null ? {} : await this.evidenceOf(kind, review);
    const details = found.details === null ? null : { ...found.details, ...evidence };
    const [lang, earlier, decisions, identifiedByYou] = await Promise.all([
      query.languageOf(review.userId),
      query.others(review),
      this.decisions.of(session, review),
      kind !== undefined && reviews.identified(session.staffId, kind, review.userId),
    ]);
    const reasonCodes = [...(reasons ?? kind?.reasons ?? [])];
    return {
      review,
      reasonCodes,
      ask: questionsOf(kind, reasonCodes),
      lang,
      details,
      earlier,
      decisions,
      identifiedByYou,
    };
  }

  /** For every reader of the request: what its person owns and owes where it brings money or credit, and what its kind adds. */
  private async evidenceOf(
    kind: ReviewKind | undefined,
    { id: requestId, userId }: ReviewRow,
  ): Promise<Pick<NonNullable<ReviewView['details']>, 'money' | 'owned'>> {
    if (kind?.duty !== 'pays') return {};
    const [money, owned] = await Promise.all([
      kind.money?.({ requestId, userId }),
      // Only real accounts make requests.
      this.netAssets.owned({ realm: 'real', userId, ownerId: `${userId}.1` }),
    ]);
    const evidence = money === undefined ? {} : { money };
    // Requests wait for nobody's read models: some expire within hours.
    if (isRefusal(owned)) return { owned: null, ...evidence };
    const { netUsdt, spacesUsdt, beyondUsdt, debtsUsdt, products, debts } = owned;
    const summed = { netUsdt, spacesUsdt, beyondUsdt, debtsUsdt, products, debts };
    return { owned: summed, ...evidence };
  }

  private async readDetails(
    call: StaffCall<StaffSession>,
    review: ReviewRow,
    kind: ReviewKind,
  ): Promise<ReadDetails | Refusal> {
    const { session, requestToken } = call;
    const { id: requestId, userId } = review;
    if (session.roles.includes('auditor')) {
      const read = await kind.details({ requestId, userId });
      return isRefusal(read) ? NOTHING : { details: plain(masked(read), []), reasons: read.reasons };
    }
    if (review.status === 'escalated' && permits(session.roles, 'escalations')) {
      // Recorded before anything is opened.
      await this.trail.readReview(call, review);
      const read = await kind.details({ requestId, userId });
      return isRefusal(read) ? read : { details: plain(masked(read), []), reasons: read.reasons };
    }
    if (!permits(session.roles, 'reviewing')) return NOTHING;
    const desk = await this.reviews.held(session, requestId);
    if (isRefusal(desk)) return NOTHING;
    // Recorded before anything is opened.
    await this.trail.readReview(call, review);
    const read = await kind.details({ requestId, userId });
    if (isRefusal(read)) return read;
    // Kept under the claim: an approval rests on what was shown here.
    const noted = await this.reviews.noteRead(session, requestId, readFactsOf(read, kind), requestToken?.cause);
    return isRefusal(noted) ? NOTHING : { details: plain(read, openedUnder(desk.request)), reasons: read.reasons };
  }
}

/** What of the reasons that apply a person can mend, and the sentences that help them. */
function questionsOf(kind: ReviewKind | undefined, applying: readonly string[]): ReviewView['ask'] {
  const offered = kind?.askForMore;
  if (offered === undefined) return null;
  return { reasons: applying.filter((reason) => offered.reasons.includes(reason)), advice: [...offered.advice] };
}

function plain(
  { fields, images, signals, choices, checks }: ReviewDetails,
  opened: readonly string[],
): NonNullable<ReviewView['details']> {
  return {
    fields: fields.map((field) => ({ ...field })),
    images: images.map(({ id, purpose }) => ({ id, purpose, opened: opened.includes(id) })),
    signals: signals.map(({ name, level, inputs }) => ({ name, level, inputs: { ...inputs } })),
    checks: [...(checks ?? [])],
    ...(choices === undefined
      ? {}
      : { choices: { name: choices.name, options: choices.options.map((o) => ({ ...o })) } }),
  };
}

/** The names of the fields without their values, and no images. */
function masked({ fields, signals }: ReviewDetails): ReviewDetails {
  const rows = fields.map(({ name, value, personal }) => ({ name, value: personal ? MASK : value, personal }));
  const open = signals.filter(({ personal }) => personal !== true);
  return { fields: rows, images: [], signals: open };
}
