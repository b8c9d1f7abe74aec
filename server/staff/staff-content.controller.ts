import { Controller, Inject } from '@nestjs/common';
import {
  decideContentBody,
  saveContentBody,
  type ContentEntryRow,
  type ContentEntryView,
  type ContentVersionRow,
  type ContentVersionView,
} from '../../contracts/content.contract.js';
import { isRefusal, refuse, type Refusal } from '../core/refusal.js';
import { Call, type Asked } from '../edge/http/call.js';
import { ContentService } from '../features/content/content.service.js';
import { LIST, ONE, type List, type One } from './call-shapes.js';
import { StaffLists } from './staff-lists.js';

/** Nine languages of the longest texts, as JSON. */
const SAVE_BYTES_MAX = 2 * 1024 * 1024;
const STALE = ['content.unknown', 'content.version-stale'] as const;

/** Content for the console: who holds `content` reads, who holds `editorial` writes and publishes. */
@Controller()
export class StaffContentController {
  constructor(
    @Inject(StaffLists) private readonly lists: StaffLists,
    @Inject(ContentService) private readonly content: ContentService,
  ) {}

  @Call({
    method: 'GET',
    path: 'staff/content',
    access: 'staff:content',
    summary: 'Every entry with its state and the languages that it is written in.',
    answer: 'ContentEntryRow[]',
    ...LIST,
  })
  entries({ session, lang, input, header }: List<'staff:content'>) {
    return this.lists.list({ ...session, lang }, 'content', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/content/:id',
    access: 'staff:content',
    summary: 'One entry: the newest draft, and what was published last.',
    answer: 'ContentEntryView',
    ...ONE,
  })
  async entry({ session, lang, input }: One<'staff:content'>): Promise<ContentEntryView | Refusal> {
    const row = await this.lists.one<ContentEntryRow>({ ...session, lang }, 'content', input.id);
    if (isRefusal(row)) return row;
    const entry = await this.content.at(row.id, row.streamVersion);
    if (entry === null) return refuse('staff.not-found', { id: input.id });
    return { ...row, draft: entry.draft, published: entry.published?.fields ?? null };
  }

  @Call({
    method: 'GET',
    path: 'staff/content-versions',
    access: 'staff:content',
    summary: 'Who saved, published or withdrew which entry, and when.',
    answer: 'ContentVersionRow[]',
    ...LIST,
  })
  versions({ session, input, header }: List<'staff:content'>) {
    return this.lists.list(session, 'content-versions', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/content-versions/:id',
    access: 'staff:content',
    summary: 'One step of an entry, with its texts as they stood then.',
    answer: 'ContentVersionView',
    ...ONE,
  })
  async version({ session, input }: One<'staff:content'>): Promise<ContentVersionView | Refusal> {
    const row = await this.lists.one<ContentVersionRow>(session, 'content-versions', input.id);
    if (isRefusal(row)) return row;
    const entry = await this.content.at(row.slug, row.streamVersion);
    return entry === null ? refuse('staff.not-found', { id: input.id }) : { ...row, fields: entry.draft };
  }

  @Call({
    method: 'POST',
    path: 'staff/saveContent',
    access: 'staff:editorial',
    summary: 'Saves a draft, which only staff see. Languages that are not named stay as they are.',
    input: saveContentBody,
    answer: 'ContentChanged',
    body: 'bare',
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
  })
  save({ session, input }: Asked<typeof saveContentBody, 'staff:editorial'>) {
    return this.content.save(session.staffId, input);
  }

  @Call({
    method: 'POST',
    path: 'staff/publishContent',
    access: 'staff:editorial',
    summary: 'Shows the newest draft to everybody; of a legal text one editor asks for it and another agrees.',
    input: decideContentBody,
    answer: 'ContentChanged',
    body: 'bare',
    refusals: [...STALE, 'content.languages-missing', 'content.nothing-to-publish', 'content.own-publishing'],
  })
  publish({ session, input }: Asked<typeof decideContentBody, 'staff:editorial'>) {
    return this.content.publish(session.staffId, input);
  }

  @Call({
    method: 'POST',
    path: 'staff/withdrawContent',
    access: 'staff:editorial',
    summary: 'Takes a published entry away from everybody; drafts and versions stay.',
    input: decideContentBody,
    answer: 'ContentChanged',
    body: 'bare',
    refusals: [...STALE, 'content.not-published', 'content.page-needed'],
  })
  withdraw({ session, input }: Asked<typeof decideContentBody, 'staff:editorial'>) {
    return this.content.withdraw(session.staffId, input);
  }
}
