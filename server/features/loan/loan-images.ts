import { Injectable } from '@nestjs/common';
import { PrivateImages, type ImagePurpose } from '../../core/ports/private-images.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { LoanImage } from '../../../contracts/loan.contract.js';
import type { LoanRequested } from './loan.events.js';
import { imagesOf, LoanQuery } from './loan.query.js';

type Images = LoanRequested['images'];

/** The purpose that an image of an application is uploaded for. */
export const purposeOf = (image: LoanImage): ImagePurpose =>
  image === 'front' ? 'loan-front' : image === 'back' ? 'loan-back' : 'loan-proof';

/** The private images of applications. */
@Injectable()
export class LoanImages {
  constructor(
    private readonly images: PrivateImages,
    private readonly query: LoanQuery,
  ) {}

  /** What was sent before may be sent again: an application that was rejected or taken back is made anew. */
  async problem(userId: string, images: Images): Promise<Refusal | null> {
    const rows = await this.query.ofPerson(userId);
    const before = new Set(rows.flatMap(imagesOf).map(({ image, imageId }) => `${purposeOf(image)} ${imageId}`));
    for (const { image, imageId } of images) {
      if (before.has(`${purposeOf(image)} ${imageId}`)) continue;
      const problem = await this.images.problem(userId, { [imageId]: purposeOf(image) });
      if (problem !== undefined) return { ...problem, params: { ...problem.params, field: image } };
    }
    return null;
  }

  attach(userId: string, images: Images, loanId: string): Promise<void> {
    const ids = images.map(({ imageId }) => imageId);
    return this.images.attach(userId, [...new Set(ids)], loanId);
  }

  /** One image of an own loan. */
  async read(
    reader: { readonly realm: string; readonly ownerId: string; readonly userId: string },
    { loanId, imageId }: { readonly loanId: string; readonly imageId: string },
  ): Promise<Buffer | Refusal> {
    if (!(await this.query.isUpToDate(reader.realm))) return refuse('request.unavailable');
    const row = await this.query.row(reader, loanId);
    if (row === undefined) return refuse('loan.not-found', { loanId });
    if (!imagesOf(row).some((one) => one.imageId === imageId)) return refuse('image.not-found');
    const image = await this.images.readForStaff(imageId);
    if (isRefusal(image)) return image;
    return image.userId === reader.userId ? image.jpeg : refuse('image.not-found');
  }
}
