import { Controller } from '@nestjs/common';
import {
  publishContent,
  saveContent,
  staffContentEntry,
  staffContentVersion,
  withdrawContent,
} from '../../contracts/content.calls.js';
import type { ContentEntryView, ContentVersionView } from '../../contracts/content.contract.js';
import { isRefusal, type Refusal, refuse } from '../core/refusal.js';
import { Handle, type CallContext } from '../edge/http/call.js';
import { contentList, contentVersionList } from '../features/content/content.list.js';
import { ContentService } from '../features/content/content.service.js';
import { StaffLists } from '../edge/lists/staff-lists.js';

/** Content for the console: who holds `content` reads, who holds `editorial` writes and publishes. */
@Controller()
export class StaffContentController {
  constructor(
    private readonly lists: StaffLists,
    private readonly content: ContentService,
  ) {}

  @Handle(staffContentEntry)
  async entry({ session, lang, input }: CallContext<typeof staffContentEntry>): Promise<ContentEntryView | Refusal> {
    const row = await this.lists.one({ ...session, lang }, contentList, input.id);
    if (isRefusal(row)) return row;
    const entry = await this.content.at(row.id, row.streamVersion);
    if (entry === null) return refuse('staff.not-found', { id: input.id });
    return { ...row, draft: entry.draft, published: entry.published?.fields ?? null };
  }

  @Handle(staffContentVersion)
  async version({ session, input }: CallContext<typeof staffContentVersion>): Promise<ContentVersionView | Refusal> {
    const row = await this.lists.one(session, contentVersionList, input.id);
    if (isRefusal(row)) return row;
    const entry = await this.content.at(row.slug, row.streamVersion);
    return entry === null ? refuse('staff.not-found', { id: input.id }) : { ...row, fields: entry.draft };
  }

  @Handle(saveContent)
  save({ session, input, requestToken }: CallContext<typeof saveContent>) {
    return this.content.save(session.staffId, input, requestToken);
  }

  @Handle(publishContent)
  publish({ session, input, requestToken }: CallContext<typeof publishContent>) {
    return this.content.publish(session.staffId, input, requestToken);
  }

  @Handle(withdrawContent)
  withdraw({ session, input, requestToken }: CallContext<typeof withdrawContent>) {
    return this.content.withdraw(session.staffId, input, requestToken);
  }
}
