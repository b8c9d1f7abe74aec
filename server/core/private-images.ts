import type { Refusal } from './refusal.js';

/** What an image shows; a form asks for those it needs. */
export const IMAGE_PURPOSES = [
  'document-front',
  'document-back',
  'document-held',
  'asset-proof',
  'address-proof',
  'credit-proof',
  'remittance',
  'deposit-proof',
  'repayment',
] as const;
export type ImagePurpose = (typeof IMAGE_PURPOSES)[number];

/** Private images of persons: re-encoded without metadata, sealed under the person's key, never served from their original bytes. */
export interface PrivateImages {
  /**
   * Why these images may not be sent with a form: `image.not-found` (also for those of others), `image.purpose-wrong`,
   * `image.already-used`. A form names images that were uploaded before, by id.
   */
  problem(userId: string, images: Readonly<Record<string, ImagePurpose>>): Promise<Refusal | undefined>;
  /** Keeps the images with a request, so that they are not swept after a day as forgotten uploads. Repeating it changes nothing. */
  attach(userId: string, imageIds: readonly string[], requestId: string): Promise<void>;
}
