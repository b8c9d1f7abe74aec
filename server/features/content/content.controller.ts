import { Controller } from '@nestjs/common';
import {
  getContent,
  getContentList,
  getLogo,
  getTextsList,
  getUnread,
  readNotices,
  searchHelp,
} from '../../../contracts/content.calls.js';
import { getFigures } from '../../../contracts/account.calls.js';
import type { ContentItem, UnreadView } from '../../../contracts/content.contract.js';
import { Clock } from '../../core/clock.js';
import { isRefusal, refuse } from '../../core/refusal.js';
import { UnreadMessages } from '../../core/ports/unread-messages.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { StoredAnswers } from '../../edge/http/stored-answers.js';
import { Brand } from './brand.js';
import { ContentQuery } from './content.query.js';
import { FiguresQuery } from './figures.query.js';
import { NoticeReads, type Reader } from './notice-reads.js';

@Controller()
export class ContentController {
  constructor(
    private readonly brand: Brand,
    private readonly content: ContentQuery,
    private readonly reads: NoticeReads,
    private readonly answers: StoredAnswers,
    private readonly figures: FiguresQuery,
    private readonly messages: UnreadMessages,
    private readonly clock: Clock,
  ) {}

  @Handle(getLogo)
  getLogo({ lang }: CallContext<typeof getLogo>) {
    return silently(this.brand.view(lang));
  }

  @Handle(getTextsList)
  async getTextsList({ lang, input }: CallContext<typeof getTextsList>) {
    return silently(await this.content.texts(lang, input.id));
  }

  @Handle(getContentList)
  async getContentList({ lang, session, input }: CallContext<typeof getContentList>) {
    const { items, next } = await this.content.list(lang, input);
    return silently({ items: await this.marked(items, session), next });
  }

  @Handle(getContent)
  async getContent({ lang, session, input }: CallContext<typeof getContent>) {
    const found = await this.content.one(lang, input);
    if (isRefusal(found)) return found;
    const [item = found] = await this.marked([found], session);
    return silently(item);
  }

  @Handle(searchHelp)
  async searchHelp({ lang, input }: CallContext<typeof searchHelp>) {
    return silently(await this.content.search(lang, input.q, input.any));
  }

  @Handle(readNotices)
  async readNotices({ session, input, requestToken }: CallContext<typeof readNotices>) {
    const { slug, all = false } = input;
    if (slug === undefined && !all) return refuse('request.field-missing', { field: 'slug' });
    const messages = await this.messages.unread(session);
    const left = await this.answers.once(requestToken, async (client) => {
      const problem = await this.reads.mark(client, session, all ? undefined : slug, this.clock.now());
      return problem ?? { notices: await this.reads.unread(session, client), messages };
    });
    return isRefusal(left) ? left : silently(left);
  }

  @Handle(getUnread)
  async getUnread({ session }: CallContext<typeof getUnread>) {
    return silently(await this.unread(session));
  }

  @Handle(getFigures)
  async getFigures(_call: CallContext<typeof getFigures>) {
    return silently(await this.figures.figures());
  }

  private async unread(reader: Reader): Promise<UnreadView> {
    const [notices, messages] = await Promise.all([this.reads.unread(reader), this.messages.unread(reader)]);
    return { notices, messages };
  }

  /** For a session, notices say whether they are read. */
  private async marked<Item extends ContentItem>(items: Item[], reader: Reader | undefined): Promise<Item[]> {
    if (reader === undefined || !items.some(({ kind }) => kind === 'notice')) return items;
    const read = await this.reads.readBy(reader);
    return items.map((item) => (item.kind === 'notice' ? { ...item, read: read.has(item.slug) } : item));
  }
}
