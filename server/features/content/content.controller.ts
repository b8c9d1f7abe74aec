import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { commonFields, getTextsListQuery } from '../../../contracts/account.contract.js';
import {
  getContentListQuery,
  getContentQuery,
  getUnreadQuery,
  readNoticesBody,
  searchHelpQuery,
  type ContentItem,
  type UnreadView,
} from '../../../contracts/content.contract.js';
import type { Clock } from '../../core/clock.js';
import { isRefusal, refuse } from '../../core/refusal.js';
import { CLOCK, UNREAD_MESSAGES } from '../../core/tokens.js';
import type { UnreadMessages } from '../../core/unread-messages.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { Brand } from './brand.js';
import { ContentQuery } from './content.query.js';
import { FiguresQuery } from './figures.query.js';
import { NoticeReads, type Reader } from './notice-reads.js';

const commonOnly = z.strictObject({ ...commonFields });

@Controller()
export class ContentController {
  constructor(
    @Inject(Brand) private readonly brand: Brand,
    @Inject(ContentQuery) private readonly content: ContentQuery,
    @Inject(NoticeReads) private readonly reads: NoticeReads,
    @Inject(FiguresQuery) private readonly figures: FiguresQuery,
    @Inject(UNREAD_MESSAGES) private readonly messages: UnreadMessages,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Call({
    method: 'GET',
    path: 'web/getLogo',
    access: 'public',
    summary: 'Name, logo and tagline, and the notice that everything here is simulated.',
    input: commonOnly,
    answer: 'BrandView',
  })
  getLogo({ lang }: Asked<typeof commonOnly, 'public'>) {
    return silently(this.brand.view(lang));
  }

  @Call({
    method: 'GET',
    path: 'web/getTextsList',
    access: 'public',
    summary: 'Content pages: 1 company profile, 3 user agreement, 5 privacy policy, 7 simulation notice.',
    input: getTextsListQuery,
    answer: 'TextView[]',
  })
  async getTextsList({ lang, input }: Asked<typeof getTextsListQuery, 'public'>) {
    return silently(await this.content.texts(lang, input.id));
  }

  @Call({
    method: 'GET',
    path: 'web/getContentList',
    access: 'public',
    summary: 'Published content of a kind: news and notices newest first, everything else in its given order.',
    input: getContentListQuery,
    answer: 'ContentListView',
  })
  async getContentList({ lang, session, input }: Asked<typeof getContentListQuery, 'public'>) {
    const { items, next } = await this.content.list(lang, input);
    return silently({ items: await this.marked(items, session), next });
  }

  @Call({
    method: 'GET',
    path: 'web/getContent',
    access: 'public',
    summary: 'One published entry by its slug or its number, with its text as Markdown.',
    input: getContentQuery,
    answer: 'ContentView',
    refusals: ['content.unknown'],
  })
  async getContent({ lang, session, input }: Asked<typeof getContentQuery, 'public'>) {
    const found = await this.content.one(lang, input);
    if (isRefusal(found)) return found;
    const [item] = await this.marked([found], session);
    return silently(item);
  }

  @Call({
    method: 'GET',
    path: 'web/searchHelp',
    cost: 5,
    access: 'public',
    summary: 'Help in which every word stands, in the language of the asker.',
    input: searchHelpQuery,
    answer: 'HelpHit[]',
  })
  async searchHelp({ lang, input }: Asked<typeof searchHelpQuery, 'public'>) {
    return silently(await this.content.search(lang, input.q));
  }

  @Call({
    method: 'POST',
    path: 'web/readNotices',
    access: 'user',
    whenBarred: true,
    summary: 'Marks one notice as read, or all that are published.',
    input: readNoticesBody,
    answer: 'UnreadView',
    refusals: ['content.unknown'],
  })
  async readNotices({ session, input }: Asked<typeof readNoticesBody>) {
    const { slug, all = false } = input;
    if (slug === undefined && !all) return refuse('request.field-missing', { field: 'slug' });
    const problem = await this.reads.mark(session, all ? undefined : slug, this.clock.now());
    return problem ?? silently(await this.unread(session));
  }

  @Call({
    method: 'GET',
    path: 'web/getUnread',
    access: 'user',
    summary: 'How many published notices and personal messages the asker has not read.',
    input: getUnreadQuery,
    answer: 'UnreadView',
  })
  async getUnread({ session }: Asked<typeof getUnreadQuery>) {
    return silently(await this.unread(session));
  }

  @Call({
    method: 'GET',
    path: 'web/getFigures',
    access: 'public',
    summary: 'Figures for the home page, counted from the system when asked.',
    input: commonOnly,
    answer: 'FiguresView',
  })
  async getFigures(_asked: Asked<typeof commonOnly, 'public'>) {
    return silently(await this.figures.figures());
  }

  private async unread(reader: Reader): Promise<UnreadView> {
    const [notices, messages] = await Promise.all([this.reads.unread(reader), this.messages.unread(reader)]);
    return { notices, messages };
  }

  /** Notices of somebody who is logged in say whether he has read them. */
  private async marked<Item extends ContentItem>(items: Item[], reader: Reader | undefined): Promise<Item[]> {
    if (reader === undefined || !items.some(({ kind }) => kind === 'notice')) return items;
    const read = await this.reads.readBy(reader);
    return items.map((item) => (item.kind === 'notice' ? { ...item, read: read.has(item.slug) } : item));
  }
}
