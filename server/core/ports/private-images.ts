import type { ImagePurpose, UploadedImageView } from '../../../contracts/personal.contract.js';
import type { Refusal } from '../refusal.js';

export type { ImagePurpose };

/** Private images of persons: re-encoded without metadata, sealed under the person's key, never served from their original bytes. */
export abstract class PrivateImages {
  /** Takes one image in, for a person who may have no session; the same key uploads once. */
  abstract upload(
    request: { readonly userId: string; readonly purpose: ImagePurpose; readonly key: string },
    file: UploadedFile,
  ): Promise<UploadedImageView | Refusal>;
  /**
   * Why these images may not be sent with a form: `image.not-found` (also for those of others), `image.purpose-wrong`,
   * `image.already-used`. A form names images that were uploaded before, by id.
   */
  abstract problem(userId: string, images: Readonly<Record<string, ImagePurpose>>): Promise<Refusal | undefined>;
  /** Keeps the images with a request, so that they are not swept after a day as forgotten uploads. Repeating it changes nothing. */
  abstract attach(userId: string, imageIds: readonly string[], requestId: string): Promise<void>;
  /** Keeps images that a process died before attaching. */
  abstract register(...sources: readonly SentImagesSource[]): void;
  /** The image for staff who may see it: the caller has checked the right and records the view. `image.not-found` once the person is erased. */
  abstract readForStaff(imageId: string): Promise<StaffImage | Refusal>;
}

export interface SentImagesSource {
  /** The read model that says what was sent. */
  readonly projection: string;
  /** What was sent in so many milliseconds before `now`, or before the newest of it if that is older: the house may have stood still. */
  sent(now: number, spanMs: number): Promise<readonly SentImages[]>;
}

/** What a person sent, and with what: a request, an order, a conversation. */
export interface SentImages {
  readonly userId: string;
  readonly requestId: string;
  imageIds(): Promise<readonly string[]>;
}

/** A file as the edge takes it in: nothing of it is read before `read`. */
export interface UploadedFile {
  readonly declaredBytes: number | undefined;
  read(bytesMax: number): Promise<Buffer | UploadProblem>;
}

/** Why there is no file: longer than allowed, not multipart as the standard has it or cut off, not exactly one file. */
export type UploadProblem = 'too-large' | 'malformed' | 'not-one-file';

export interface StaffImage {
  readonly id: string;
  readonly userId: string;
  readonly purpose: ImagePurpose;
  /** With which request it was sent; `null` while it waits for one. */
  readonly requestId: string | null;
  /** A JPEG of our own making, turned upright, without metadata. */
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
}
