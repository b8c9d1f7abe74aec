import { z } from 'zod';
import { commonFields, pageQuery } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const messageRefusals = {
  'message.not-found': { status: 404 },
} as const satisfies Record<string, RefusalRule>;

export const getMessagesQuery = z.strictObject({ ...commonFields, ...pageQuery.shape });

/** One message, or all that have come so far. */
export const markMessagesBody = z.strictObject({
  ...commonFields,
  messageId: z.string().min(1).max(96).optional(),
  all: z
    .enum(['true', 'false', '1', '0'])
    .transform((text) => text === 'true' || text === '1')
    .optional(),
});

export const messageView = z
  .object({
    id: z.string(),
    at: z.number().describe('Milliseconds since the Unix epoch.'),
    title: z.string(),
    body: z.string(),
    note: z.string().nullable(),
    link: z.string().nullable().describe('A path of ours where something can be done about it.'),
    read: z.boolean(),
  })
  .meta({
    id: 'MessageView',
    description: "A message in the caller's language. `note` is a reviewer’s additional text, or `null`.",
  });
export type MessageView = z.output<typeof messageView>;

export const messagesView = z
  .object({
    items: z.array(messageView),
    nextCursor: z.string().nullable(),
    unread: z.number(),
  })
  .meta({
    id: 'MessagesView',
    description: "Newest first. `unread` counts all of the caller's messages, not only those of the page.",
  });
export type MessagesView = z.output<typeof messagesView>;

export const markedMessagesView = z
  .object({
    messages: z.number().describe('How many are still unread.'),
  })
  .meta({ id: 'MarkedMessagesView' });
export type MarkedMessagesView = z.output<typeof markedMessagesView>;
