import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { commonOnly } from './envelope.contract.js';
import {
  brandView,
  contentChanged,
  contentEntryRow,
  contentEntryView,
  contentListView,
  contentVersionRow,
  contentVersionView,
  contentView,
  decideContentBody,
  getContentListQuery,
  getContentQuery,
  getTextsListQuery,
  getUnreadQuery,
  helpHit,
  readNoticesBody,
  saveContentBody,
  searchHelpQuery,
  textView,
  unreadView,
} from './content.contract.js';
import { LIST_CALL, ROW_CALL } from './staff.contract.js';

export const getTextsList = defineCall({
  method: 'GET',
  path: 'web/getTextsList',
  access: 'public',
  summary: 'Content pages: 1 company profile, 3 user agreement, 5 privacy policy, 7 simulation notice.',
  input: getTextsListQuery,
  output: z.array(textView),
});

export const getContentList = defineCall({
  method: 'GET',
  path: 'web/getContentList',
  access: 'public',
  summary: 'Published content of a kind: news and notices newest first, everything else in its given order.',
  input: getContentListQuery,
  output: contentListView,
});

export const getContent = defineCall({
  method: 'GET',
  path: 'web/getContent',
  access: 'public',
  summary: 'One published entry by its slug or its number, with its text as Markdown.',
  input: getContentQuery,
  output: contentView,
  refusals: ['content.unknown'],
});

export const searchHelp = defineCall({
  method: 'GET',
  path: 'web/searchHelp',
  cost: 5,
  access: 'public',
  summary: 'Help in which every word stands, or any of them, in the language of the caller.',
  input: searchHelpQuery,
  output: z.array(helpHit),
});

export const readNotices = defineCall({
  method: 'POST',
  path: 'web/readNotices',
  access: 'user',
  repeats: 'transaction',
  whenBarred: true,
  summary: 'Marks one notice as read, or all that are published.',
  input: readNoticesBody,
  output: unreadView,
  refusals: ['content.unknown'],
});

export const getUnread = defineCall({
  method: 'GET',
  path: 'web/getUnread',
  access: 'user',
  summary: 'How many published notices and personal messages the caller has not read.',
  input: getUnreadQuery,
  output: unreadView,
});

export const staffContent = defineCall({
  method: 'GET',
  path: 'staff/content',
  access: 'staff:content',
  summary: 'Every entry with its state and the languages that it is written in.',
  output: z.array(contentEntryRow),
  ...LIST_CALL,
});

export const staffContentEntry = defineCall({
  method: 'GET',
  path: 'staff/content/:id',
  access: 'staff:content',
  summary: 'One entry: the newest draft, and what was published last.',
  output: contentEntryView,
  ...ROW_CALL,
});

export const staffContentVersions = defineCall({
  method: 'GET',
  path: 'staff/content-versions',
  access: 'staff:content',
  summary: 'Who saved, published or withdrew which entry, and when.',
  output: z.array(contentVersionRow),
  ...LIST_CALL,
});

export const staffContentVersion = defineCall({
  method: 'GET',
  path: 'staff/content-versions/:id',
  access: 'staff:content',
  summary: 'One step of an entry, with its texts as they stood then.',
  output: contentVersionView,
  ...ROW_CALL,
});

/** Nine languages of the longest texts, as JSON. */
const SAVE_BYTES_MAX = 2 * 1024 * 1024;

const STALE = ['content.unknown', 'content.version-stale'] as const;

export const saveContent = defineCall({
  method: 'POST',
  path: 'staff/saveContent',
  access: 'staff:editorial',
  repeats: 'command',
  summary: 'Saves a draft, which only staff see. Languages that are not named stay as they are.',
  input: saveContentBody,
  output: contentChanged,
  bare: true,
  bodyBytesMax: SAVE_BYTES_MAX,
  refusals: [
    ...STALE,
    'content.slug-taken',
    'content.too-many',
    'content.kind-fixed',
    'content.category-required',
    'content.category-not-for-kind',
    'content.link-unsafe',
    'content.text-too-long',
    'content.html-not-allowed',
    'content.image-not-allowed',
    'content.link-in-text-unsafe',
  ],
});

export const publishContent = defineCall({
  method: 'POST',
  path: 'staff/publishContent',
  access: 'staff:editorial',
  repeats: 'command',
  summary: 'Shows the newest draft to everybody; of a legal text one editor asks for it and another agrees.',
  input: decideContentBody,
  output: contentChanged,
  bare: true,
  refusals: [...STALE, 'content.languages-missing', 'content.nothing-to-publish', 'content.own-publishing'],
});

export const withdrawContent = defineCall({
  method: 'POST',
  path: 'staff/withdrawContent',
  access: 'staff:editorial',
  repeats: 'command',
  summary: 'Takes a published entry away from everybody; drafts and versions stay.',
  input: decideContentBody,
  output: contentChanged,
  bare: true,
  refusals: [...STALE, 'content.not-published', 'content.page-needed'],
});

export const getLogo = defineCall({
  method: 'GET',
  path: 'web/getLogo',
  access: 'public',
  summary: 'Name, logo and tagline, and the notice that everything here is simulated.',
  input: commonOnly,
  output: brandView,
});
