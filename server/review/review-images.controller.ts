import { createHash } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { staffImage } from '../../contracts/review.calls.js';
import { PrivateImages } from '../core/ports/private-images.js';
import { isRefusal, type Refusal, refuse } from '../core/refusal.js';
import { StaffTrail } from '../core/ports/staff-trail.js';
import { Handle, type CallContext } from '../edge/http/call.js';
import { Download, HARMLESS_IMAGE } from '../edge/http/reply.js';
import { ReviewService } from './review.service.js';

/** Private images of persons, for the reviewer who holds the request that they came with. */
@Controller()
export class ReviewImagesController {
  constructor(
    private readonly reviews: ReviewService,
    private readonly images: PrivateImages,
    private readonly trail: StaffTrail,
  ) {}

  @Handle(staffImage)
  async image(call: CallContext<typeof staffImage>): Promise<Download | Refusal> {
    const { session, requestToken } = call;
    const { id: imageId, requestId } = call.input;
    const desk = await this.reviews.held(session, requestId);
    if (isRefusal(desk)) return desk;
    const { userId } = desk.request;
    const details = await desk.kind.details({ requestId, userId });
    if (isRefusal(details)) return details;
    if (!details.images.some(({ id }) => id === imageId)) return refuse('image.not-found');
    const image = await this.images.readForStaff(imageId);
    if (isRefusal(image)) return image;
    // A request can only name its person's own images; another person's image behind it would be a bug.
    if (image.userId !== userId) return refuse('image.not-found');
    await this.trail.viewedImage(call, { imageId, requestId, userId });
    const digest = createHash('sha256').update(image.jpeg).digest('hex');
    const noted = await this.reviews.noteImage(session, { requestId, imageId, digest }, requestToken?.cause);
    if (isRefusal(noted)) return noted;
    return new Download(`${imageId}.jpg`, 'image/jpeg', [image.jpeg], HARMLESS_IMAGE);
  }
}
