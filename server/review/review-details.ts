import type { ReviewRow, ReviewView } from '../../contracts/review.contract.js';
import { permits } from '../../contracts/staff.contract.js';
import { isRefusal, type Refusal } from '../core/refusal.js';
import type { StaffSession } from '../edge/http/sessions.js';
import { MASK } from '../staff/personal.js';
import type { StaffService } from '../staff/staff.service.js';
import type { ReviewDetails, ReviewKinds } from './review-kind.js';
import type { ReviewQuery } from './review.query.js';
import type { ReviewService } from './review.service.js';

/** A request as its reader may see it: whoever holds it everything, auditors what is not personal, others how it stands. */
export class ReviewDetailsReader {
  constructor(
    private readonly parts: { kinds: ReviewKinds; query: ReviewQuery; reviews: ReviewService; staff: StaffService },
  ) {}

  async view(session: StaffSession, review: ReviewRow): Promise<ReviewView | Refusal> {
    const { kinds, query } = this.parts;
    const details = await this.details(session, review);
    if (isRefusal(details)) return details;
    const [lang, earlier] = await Promise.all([query.languageOf(review.userId), query.others(review)]);
    const reasonCodes = [...(kinds.find(review.kind)?.reasons ?? [])];
    return { review, reasonCodes, lang, details, earlier };
  }

  private async details(session: StaffSession, review: ReviewRow): Promise<ReviewView['details'] | Refusal> {
    const { id: requestId, userId } = review;
    const kind = this.parts.kinds.find(review.kind);
    if (kind === undefined) return null;
    if (session.roles.includes('auditor')) {
      const read = await kind.details({ requestId, userId });
      return isRefusal(read) ? null : masked(read);
    }
    if (!permits(session.roles, 'reviewing')) return null;
    if (isRefusal(await this.parts.reviews.held(session, requestId))) return null;
    // Recorded before anything is opened.
    await this.parts.staff.readReview(session, review);
    const read = await kind.details({ requestId, userId });
    return isRefusal(read) ? read : plain(read);
  }
}

function plain({ fields, images, signs, choices }: ReviewDetails): NonNullable<ReviewView['details']> {
  return {
    fields: fields.map((field) => ({ ...field })),
    images: images.map((image) => ({ ...image })),
    signs: signs.map((sign) => ({ ...sign, inputs: { ...sign.inputs } })),
    ...(choices === undefined
      ? {}
      : { choices: { name: choices.name, options: choices.options.map((o) => ({ ...o })) } }),
  };
}

/** Which facts there are and not what they say, and no image at all. */
function masked({ fields, signs }: ReviewDetails): NonNullable<ReviewView['details']> {
  const shown = fields.map(({ name, value, personal }) => ({ name, value: personal ? MASK : value, personal }));
  return plain({ fields: shown, images: [], signs });
}
