import { z } from 'zod';
import { chatImageId, chatMessageFields } from './chat.contract.js';
import { commonFields, pageQuery, requestToken } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';
import { tradingRealm } from './realm.contract.js';

/** What a conversation is about. */
export const SUPPORT_TOPICS = [
  'account',
  'verification',
  'deposit',
  'withdrawal',
  'trading',
  'security',
  'other',
] as const;
export type SupportTopic = (typeof SUPPORT_TOPICS)[number];

/** `waiting`: the person wrote last; `answered`: staff wrote last. */
export const SUPPORT_STATUSES = ['waiting', 'answered', 'closed'] as const;
export type SupportStatus = (typeof SUPPORT_STATUSES)[number];

/** Who closed a conversation; `system`: the account was erased. */
export const SUPPORT_CLOSERS = ['person', 'support', 'system'] as const;
export type SupportCloser = (typeof SUPPORT_CLOSERS)[number];

/** In the order in which they are checked. */
export const supportRefusals = {
  'support.not-found': { status: 404 },
  'support.open-already': { status: 409 },
  'support.closed': { status: 409 },
  'support.taken': { status: 409 },
  'support.not-taken': { status: 409 },
  'support.message-empty': { status: 422 },
  'support.image-real-only': { status: 403 },
  'support.day-full': { status: 429, policy: 'support.rules' },
  'support.messages-full': { status: 409, policy: 'support.rules' },
  'support.images-full': { status: 409, policy: 'support.rules' },
  'support.too-fast': { status: 429, policy: 'support.rules' },
  'support.not-closed': { status: 409 },
  'support.rated-before': { status: 409 },
} as const satisfies Record<string, RefusalRule>;

export const SUPPORT_LENGTHS = { message: 2000, comment: 500 } as const;

const conversationId = z.string().min(1).max(64);
const text = (length: number) => z.string().trim().max(length).default('');
const conversation = { ...commonFields, conversationId };
const message = { text: text(SUPPORT_LENGTHS.message), imageId: chatImageId.optional() };

export const openSupportBody = z.strictObject({ ...commonFields, topic: z.enum(SUPPORT_TOPICS), ...message });
export const supportConversationQuery = z.strictObject(conversation);
export const supportConversationBody = z.strictObject(conversation);
export const sendSupportMessageBody = z.strictObject({ ...conversation, ...message });
export const rateSupportBody = z.strictObject({
  ...conversation,
  rating: z.coerce.number().int().min(1).max(5),
  comment: text(SUPPORT_LENGTHS.comment),
});
export const getSupportConversationsQuery = z.strictObject({ ...commonFields, ...pageQuery.shape });

export const supportHoursView = z
  .object({
    staffed: z.boolean().describe('Staff answer at this moment.'),
    changesAt: z
      .number()
      .nullable()
      .describe('When that changes: milliseconds since the Unix epoch; `null` while staff are always there.'),
    windows: z.array(z.object({ from: z.number(), until: z.number() })).describe('The hours of the coming week.'),
  })
  .meta({ id: 'SupportHoursView' });
export type SupportHoursView = z.output<typeof supportHoursView>;

export const supportRow = z
  .object({
    conversationId: z.string(),
    topic: z.enum(SUPPORT_TOPICS),
    status: z.enum(SUPPORT_STATUSES),
    openedAt: z.number(),
    changedAt: z.number().describe('The newest message or step.'),
    closedAt: z.number().nullable(),
    closedBy: z.enum(SUPPORT_CLOSERS).nullable(),
    rating: z.number().nullable().describe('1 to 5, given once after closing.'),
    unread: z.number().describe('Messages of staff that the person has not read.'),
  })
  .meta({ id: 'SupportRow' });
export type SupportRow = z.output<typeof supportRow>;

export const supportView = z
  .object({
    hours: supportHoursView,
    current: supportRow.nullable().describe('The open conversation; else the newest, while it can be rated.'),
    images: z.boolean().describe('Whether images may be sent: from real accounts.'),
    messagesMax: z.number(),
    messagesPerMinute: z.number(),
    imagesMax: z.number(),
    conversationsPerDay: z.number(),
    policy: z.string(),
    version: z.number(),
  })
  .meta({ id: 'SupportView', description: '`GET web/getSupport`: hours, limits and the conversation under way.' });
export type SupportView = z.output<typeof supportView>;

export const supportMessageView = z
  .object({ ...chatMessageFields, imageId: z.string().nullable() })
  .meta({ id: 'SupportMessageView' });
export type SupportMessageView = z.output<typeof supportMessageView>;

export const supportConversationView = supportRow
  .extend({
    comment: z.string().nullable().describe('What the person wrote with the rating.'),
    messages: z.array(supportMessageView).describe('Oldest first.'),
  })
  .meta({ id: 'SupportConversationView' });
export type SupportConversationView = z.output<typeof supportConversationView>;

export const supportOpenedView = z.object({ conversationId: z.string() }).meta({ id: 'SupportOpenedView' });
export type SupportOpenedView = z.output<typeof supportOpenedView>;

const staffConversation = { conversationId, requestToken: requestToken.optional() };
export const staffSupportBody = z.strictObject(staffConversation);
export const staffSupportMessageBody = z.strictObject({ ...staffConversation, ...message });
/** In the query; the body is multipart with the image as its only part. */
export const staffSupportUploadQuery = z.strictObject(staffConversation);
export const staffSupportImageQuery = z.object({ id: chatImageId, conversationId });

export const staffSupportRow = z
  .object({
    id: z.string(),
    realm: tradingRealm,
    userId: z.string(),
    topic: z.enum(SUPPORT_TOPICS),
    status: z.enum(SUPPORT_STATUSES),
    staffId: z.string().nullable().describe('Who has taken it.'),
    takenBy: z.string().describe('Their name; empty while nobody has it.'),
    openedAt: z.number(),
    since: z.number().describe('Waiting or answered since.'),
    closedAt: z.number().nullable(),
    unread: z.number().describe('Messages of the person that nobody of the staff has read.'),
    rating: z.number().nullable(),
  })
  .meta({ id: 'StaffSupportRow', description: '`/staff/support`: nothing in it tells who the person is.' });
export type StaffSupportRow = z.output<typeof staffSupportRow>;

export const staffSupportView = staffSupportRow
  .extend({
    closedBy: z.enum(SUPPORT_CLOSERS).nullable(),
    comment: z.string().nullable(),
    messages: z.array(supportMessageView),
  })
  .meta({
    id: 'StaffSupportView',
    description: '`/staff/support/<id>`: with what was written, for those who help; nothing personal for auditors.',
  });
export type StaffSupportView = z.output<typeof staffSupportView>;
