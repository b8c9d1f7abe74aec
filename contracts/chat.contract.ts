import { z } from 'zod';

/** Who writes in a chat with staff. */
export const CHAT_SIDES = ['person', 'support'] as const;
export const chatSide = z.enum(CHAT_SIDES);
export type ChatSide = z.output<typeof chatSide>;

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
