import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type {
  staffCloseSupport,
  staffReadSupportMessages,
  staffSendSupportMessage,
  staffSupportConversation,
  staffSupportImage,
  takeSupport,
  uploadStaffSupportImage,
} from '../../../contracts/support.calls.js';
import type { StaffSupportView, SupportMessageView } from '../../../contracts/support.contract.js';
import { Clock } from '../../core/clock.js';
import type { CommandContext } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { PrivateImages, type StaffImage } from '../../core/ports/private-images.js';
import { StaffTrail } from '../../core/ports/staff-trail.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { MASK, seesPersons } from '../../edge/auth/masking.js';
import { StaffRights } from '../../edge/auth/staff-rights.js';
import type { CallContext } from '../../edge/http/call.js';
import type { Upload } from '../../edge/http/upload.js';
import { StaffLists } from '../../edge/lists/staff-lists.js';
import { CloseSupport, ReadSupportMessages, ReleaseSupport, TakeSupport } from './support.commands.js';
import { supportList } from './support.list.js';
import { SupportQuery } from './support.query.js';
import { SupportService } from './support.service.js';

type Call = CallContext<typeof takeSupport>;
interface Owner {
  readonly realm: string;
  readonly userId: string;
}

/** What staff do in conversations. Rights are held while it is done; nobody answers themselves. */
@Injectable()
export class SupportStaffService {
  constructor(
    private readonly pool: Pool,
    private readonly lists: StaffLists,
    private readonly rights: StaffRights,
    private readonly trail: StaffTrail,
    private readonly query: SupportQuery,
    private readonly support: SupportService,
    private readonly images: PrivateImages,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** An open conversation shows what a person wrote, so it is recorded as a reading of that person. */
  async conversation(call: CallContext<typeof staffSupportConversation>): Promise<StaffSupportView | Refusal> {
    const { session, input } = call;
    const row = await this.lists.one(session, supportList, input.id);
    if (isRefusal(row)) return row;
    const owner = await this.query.ownerOf(row.id);
    if (owner === undefined) return refuse('staff.not-found', { id: input.id });
    const sees = seesPersons(session.roles);
    if (sees) await this.trail.readUser(call, owner.userId);
    const [messages, comment, closedBy] = await Promise.all([
      this.query.messages(owner, row.id),
      this.query.comment(owner, row.id),
      this.query.closedBy(owner, row.id),
    ]);
    const shown = sees ? messages : messages.map(hidden);
    return { ...row, closedBy, comment: sees || comment === null ? comment : MASK, messages: shown };
  }

  take(call: Call): Promise<null | Refusal> {
    return this.ofConversation(call, ({ userId }, context, conversationId, staffId) =>
      this.support.executed(new TakeSupport(context, { userId, conversationId, staffId })),
    );
  }

  release(call: Call): Promise<null | Refusal> {
    return this.ofConversation(call, ({ userId }, context, conversationId, staffId) =>
      this.support.executed(new ReleaseSupport(context, { userId, conversationId, staffId })),
    );
  }

  close(call: CallContext<typeof staffCloseSupport>): Promise<null | Refusal> {
    return this.ofConversation(call, ({ userId }, context, conversationId, staffId) =>
      this.support.executed(new CloseSupport(context, { userId, conversationId, staffId })),
    );
  }

  read(call: CallContext<typeof staffReadSupportMessages>): Promise<null | Refusal> {
    return this.ofConversation(call, ({ userId }, context, conversationId) =>
      this.support.executed(new ReadSupportMessages(context, { userId, conversationId, by: 'support' })),
    );
  }

  write(call: CallContext<typeof staffSendSupportMessage>): Promise<null | Refusal> {
    return this.ofConversation(call, async (owner, context, conversationId, staffId) => {
      const { userId } = owner;
      if (await this.isErased(userId)) return refuse('account.not-found');
      // The life of a demo account does not matter: whose it was still reads the answer.
      const data = { userId, ownerId: `${userId}.1`, conversationId, from: 'support', staffId } as const;
      return this.support.sendAs(context, owner, call.input, data);
    });
  }

  /** Under the person's key, as everything in their conversation. */
  upload(call: CallContext<typeof uploadStaffSupportImage>): ReturnType<PrivateImages['upload']> {
    return this.ofConversation(call, async ({ realm, userId }) => {
      if (realm !== 'real') return refuse('support.image-real-only');
      if (await this.isErased(userId)) return refuse('account.not-found');
      const key = call.requestToken?.key ?? this.ids.next('upload');
      return this.images.upload({ userId, purpose: 'support', key }, call.upload as Upload);
    });
  }

  /** Recorded each time, before the first byte leaves. */
  image(call: CallContext<typeof staffSupportImage>): Promise<StaffImage | Refusal> {
    const { id: imageId, conversationId } = call.input;
    return this.ofConversation(call, async ({ userId }) => {
      if (!(await this.query.hasImage(conversationId, imageId))) return refuse('image.not-found');
      const image = await this.images.readForStaff(imageId);
      if (isRefusal(image)) return image;
      if (image.userId !== userId) return refuse('image.not-found');
      await this.trail.viewedImage(call, { imageId, requestId: conversationId, userId });
      return image;
    });
  }

  private async isErased(userId: string): Promise<boolean> {
    const gone = await this.pool.query(`SELECT 1 FROM users WHERE user_id = $1 AND status = 'erased'`, [userId]);
    return gone.rowCount !== 0;
  }

  private async ofConversation<Answer>(
    { session, input, requestToken }: Pick<Call, 'session' | 'requestToken'> & { input: { conversationId: string } },
    work: (owner: Owner, context: CommandContext, conversationId: string, staffId: string) => Promise<Answer | Refusal>,
  ): Promise<Answer | Refusal> {
    const { conversationId } = input;
    const { staffId } = session;
    const owner = await this.query.ownerOf(conversationId);
    if (owner === undefined) return refuse('support.not-found');
    const context = { realm: owner.realm, at: this.clock.now(), actor: `staff:${staffId}`, requestToken };
    return this.rights.during(staffId, 'answering', ({ ownUsers }) =>
      // As in the review room: staff never handle what is their own.
      ownUsers.includes(owner.userId)
        ? Promise.resolve(refuse('review.own'))
        : work(owner, context, conversationId, staffId),
    );
  }
}

const hidden = (message: SupportMessageView): SupportMessageView => ({ ...message, text: MASK, imageId: null });
