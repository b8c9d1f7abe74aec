import { z } from 'zod';
import { imageId, uploadedImageView, type ImagePurpose } from './personal.contract.js';

/** Who writes in a chat with staff. */
export const CHAT_SIDES = ['person', 'support'] as const;
export const chatSide = z.enum(CHAT_SIDES);
export type ChatSide = z.output<typeof chatSide>;

/** What images of a chat are kept for: no other chat takes them. */
export type ChatImagePurpose = Extract<ImagePurpose, 'support' | 'c2c-chat'>;
export const chatImageId = imageId;
export const chatImageView = uploadedImageView;

/** What a message of every chat with staff has. */
export const chatMessageFields = {
  id: z.string(),
  at: z.number(),
  from: chatSide,
  text: z.string().nullable().describe('`null` once the person is erased.'),
  read: z.boolean().describe('The other side has read it.'),
};
const chatMessage = z.object(chatMessageFields);
export type ChatMessageView = z.output<typeof chatMessage>;
