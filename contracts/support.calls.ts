import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { chatImageView } from './chat.contract.js';
import { commonOnly, pageOf } from './envelope.contract.js';
import type { RefusalCode } from './refusal.contract.js';
import { LIST_CALL, ROW_CALL } from './staff.contract.js';
import {
  getSupportConversationsQuery,
  openSupportBody,
  rateSupportBody,
  sendSupportMessageBody,
  staffSupportBody,
  staffSupportImageQuery,
  staffSupportMessageBody,
  staffSupportRow,
  staffSupportUploadQuery,
  staffSupportView,
  supportConversationBody,
  supportConversationQuery,
  supportConversationView,
  supportOpenedView,
  supportRow,
  supportView,
} from './support.contract.js';

/** Help stays open where the account is frozen or a demo has expired. */
const ACCOUNT: RefusalCode[] = ['account.not-found', 'request.unavailable'];
const IMAGE: RefusalCode[] = [
  'support.image-real-only',
  'image.not-found',
  'image.purpose-wrong',
  'image.already-used',
];
const FULL: RefusalCode[] = ['support.messages-full', 'support.images-full', 'support.too-fast'];

export const getSupport = defineCall({
  method: 'GET',
  path: 'web/getSupport',
  access: 'user',
  summary: 'When staff answer, what may be sent, and the conversation under way.',
  input: commonOnly,
  output: supportView,
  refusals: ['request.unavailable'],
});

export const getSupportConversations = defineCall({
  method: 'GET',
  path: 'web/getSupportConversations',
  access: 'user',
  summary: 'The caller’s conversations with support, newest first.',
  input: getSupportConversationsQuery,
  output: pageOf(supportRow),
  refusals: ['request.unavailable'],
});

export const getSupportConversation = defineCall({
  method: 'GET',
  path: 'web/getSupportConversation',
  access: 'user',
  summary: 'One conversation of the caller with all that was written.',
  input: supportConversationQuery,
  output: supportConversationView,
  refusals: ['support.not-found', 'request.unavailable'],
});

export const exportSupportTranscript = defineCall({
  method: 'GET',
  path: 'web/exportSupportTranscript',
  access: 'user',
  summary: 'One conversation of the caller as plain text (UTF-8), in the language of the request.',
  input: supportConversationQuery,
  output: 'text',
  refusals: ['support.not-found', 'request.unavailable'],
});

export const openSupport = defineCall({
  method: 'POST',
  path: 'web/openSupport',
  access: 'user',
  repeats: 'command',
  whenBarred: true,
  summary: 'Opens a conversation with its topic and first message; one is open at a time.',
  input: openSupportBody,
  output: supportOpenedView,
  refusals: [
    ...ACCOUNT,
    ...IMAGE,
    'support.open-already',
    'support.message-empty',
    'support.day-full',
    'support.images-full',
    'support.too-fast',
  ],
});

export const sendSupportMessage = defineCall({
  method: 'POST',
  path: 'web/sendSupportMessage',
  access: 'user',
  repeats: 'command',
  whenBarred: true,
  summary: 'Writes in the open conversation: a text, an image uploaded before (purpose `support`), or both.',
  input: sendSupportMessageBody,
  output: z.null(),
  refusals: [...ACCOUNT, ...IMAGE, ...FULL, 'support.not-found', 'support.closed', 'support.message-empty'],
});

export const readSupportMessages = defineCall({
  method: 'POST',
  path: 'web/readSupportMessages',
  access: 'user',
  repeats: 'command',
  whenBarred: true,
  summary: 'Marks what staff wrote in a conversation as read.',
  input: supportConversationBody,
  output: z.null(),
  refusals: [...ACCOUNT, 'support.not-found'],
});

export const closeSupport = defineCall({
  method: 'POST',
  path: 'web/closeSupport',
  access: 'user',
  repeats: 'command',
  whenBarred: true,
  summary: 'Closes the open conversation.',
  input: supportConversationBody,
  output: z.null(),
  refusals: [...ACCOUNT, 'support.not-found', 'support.closed'],
});

export const rateSupport = defineCall({
  method: 'POST',
  path: 'web/rateSupport',
  access: 'user',
  repeats: 'command',
  whenBarred: true,
  summary: 'Rates a closed conversation from 1 to 5, once.',
  input: rateSupportBody,
  output: z.null(),
  refusals: [...ACCOUNT, 'support.not-found', 'support.not-closed', 'support.rated-before'],
});

export const staffSupport = defineCall({
  method: 'GET',
  path: 'staff/support',
  access: 'staff:conversations',
  summary: 'Conversations with support: those that wait first, the oldest of them on top.',
  output: z.array(staffSupportRow),
  ...LIST_CALL,
});

export const staffSupportConversation = defineCall({
  method: 'GET',
  path: 'staff/support/:id',
  access: 'staff:conversations',
  summary: 'One conversation with what was written. The reading is recorded.',
  output: staffSupportView,
  ...ROW_CALL,
  refusals: ['staff.not-found', 'request.unavailable'],
});

export const staffSupportImage = defineCall({
  method: 'GET',
  path: 'staff/support-images/:id',
  access: 'staff:answering',
  summary: 'An image of a conversation. Every opening is recorded before the first byte leaves.',
  input: staffSupportImageQuery,
  output: 'jpeg',
  refusals: ['support.not-found', 'image.not-found', 'staff.role-missing', 'review.own'],
});

const STAFF: RefusalCode[] = ['support.not-found', 'staff.role-missing', 'review.own', 'support.closed'];

export const takeSupport = defineCall({
  method: 'POST',
  path: 'staff/takeSupport',
  access: 'staff:answering',
  repeats: 'command',
  summary: 'Takes a conversation that nobody has taken.',
  input: staffSupportBody,
  output: z.null(),
  bare: true,
  refusals: [...STAFF, 'support.taken'],
});

export const releaseSupport = defineCall({
  method: 'POST',
  path: 'staff/releaseSupport',
  access: 'staff:answering',
  repeats: 'command',
  summary: 'Gives a conversation back to the queue, from whoever has it.',
  input: staffSupportBody,
  output: z.null(),
  bare: true,
  refusals: [...STAFF, 'support.not-taken'],
});

export const uploadStaffSupportImage = defineCall({
  method: 'POST',
  path: 'staff/uploadSupportImage',
  access: 'staff:answering',
  summary: 'Takes an image in for an answer: re-encoded without metadata, and sealed under the person’s key.',
  input: staffSupportUploadQuery,
  upload: true,
  output: chatImageView,
  bare: true,
  refusals: [
    ...STAFF,
    'account.not-found',
    'support.image-real-only',
    'image.missing',
    'image.too-large',
    'image.type-wrong',
    'image.broken',
    'image.too-many-pixels',
    'image.too-small',
    'image.too-many',
  ],
});

export const staffSendSupportMessage = defineCall({
  method: 'POST',
  path: 'staff/sendSupportMessage',
  access: 'staff:answering',
  repeats: 'command',
  summary: 'Answers the person. A conversation that nobody has taken is taken with it.',
  input: staffSupportMessageBody,
  output: z.null(),
  bare: true,
  refusals: [
    ...STAFF,
    ...IMAGE,
    'account.not-found',
    'support.taken',
    'support.message-empty',
    'support.messages-full',
    'support.images-full',
  ],
});

export const staffReadSupportMessages = defineCall({
  method: 'POST',
  path: 'staff/readSupportMessages',
  access: 'staff:answering',
  repeats: 'command',
  summary: 'Marks what the person wrote as read.',
  input: staffSupportBody,
  output: z.null(),
  bare: true,
  refusals: ['support.not-found', 'staff.role-missing', 'review.own'],
});

export const staffCloseSupport = defineCall({
  method: 'POST',
  path: 'staff/closeSupport',
  access: 'staff:answering',
  repeats: 'command',
  summary: 'Closes a conversation.',
  input: staffSupportBody,
  output: z.null(),
  bare: true,
  refusals: [...STAFF, 'support.taken'],
});
