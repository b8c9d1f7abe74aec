import { z } from 'zod';
import { commonFields } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

/** The purpose of an image; each form needs its own. */
export const IMAGE_PURPOSES = [
  'document-front',
  'document-back',
  'document-held',
  'recovery-held',
  'asset-proof',
  'address-proof',
  'credit-proof',
  'remittance',
  'deposit-proof',
  'repayment',
  'loan-front',
  'loan-back',
  'loan-proof',
  'support',
  'c2c-chat',
] as const;
export type ImagePurpose = (typeof IMAGE_PURPOSES)[number];

export const personalRefusals = {
  'image.missing': { status: 400 },
  'image.too-large': { status: 413, policy: 'identity.rules' },
  'image.type-wrong': { status: 415 },
  'image.broken': { status: 422 },
  'image.too-many-pixels': { status: 413 },
  'image.too-small': { status: 422 },
  'image.too-many': { status: 429 },
  'image.not-found': { status: 404 },
  'image.purpose-wrong': { status: 422 },
  'image.already-used': { status: 409 },
  'person.orders-open': { status: 409 },
  'person.positions-open': { status: 409 },
  'person.requests-open': { status: 409 },
  'person.confirm-wrong': { status: 422 },
  'person.exports-too-many': { status: 429 },
} as const satisfies Record<string, RefusalRule>;

export const imageId = z.string().regex(/^image-[0-9a-z-]{6,48}$/);

/** In the query; the body is multipart with the image as its only part. */
export const uploadImageQuery = z.strictObject({ ...commonFields, purpose: z.enum(IMAGE_PURPOSES) });
export const imageQuery = z.strictObject({ ...commonFields, imageId });

/** Possible problems for the reviewer; the person decides whether to take another. */
export const IMAGE_HINTS = ['dark', 'bright', 'blurred', 'small'] as const;
export type ImageHint = (typeof IMAGE_HINTS)[number];

export const uploadedImageView = z
  .object({
    id: z.string(),
    purpose: z.enum(IMAGE_PURPOSES),
    width: z.number().describe('Pixels.'),
    height: z.number(),
    bytes: z.number(),
    hints: z.array(z.enum(IMAGE_HINTS)),
  })
  .meta({
    id: 'UploadedImageView',
    description: 'An image as it is kept: upright, without metadata. A form names it by its id.',
  });
export type UploadedImageView = z.output<typeof uploadedImageView>;

/** The step-up proof; see `StepUp`. */
const proofFields = {
  password: z.string().max(256).optional(),
  googleCode: z.string().max(32).optional(),
};

export const exportMeBody = z.strictObject({ ...commonFields, ...proofFields });
/** `confirm` is the account's own number, typed by hand: one click must not erase an account. */
export const eraseMeBody = z.strictObject({ ...commonFields, ...proofFields, confirm: z.string().max(64) });
