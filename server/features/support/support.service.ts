import { Injectable } from '@nestjs/common';
import type {
  closeSupport,
  openSupport,
  rateSupport,
  readSupportMessages,
  sendSupportMessage,
} from '../../../contracts/support.calls.js';
import type { SupportOpenedView } from '../../../contracts/support.contract.js';
import { sealedText } from '../../core/chat.js';
import { Clock } from '../../core/clock.js';
import { Commands, type CommandContext, type HouseCommand, type RequestToken } from '../../core/command.js';
import type { CommandResult } from '../../core/decider.js';
import { Ids } from '../../core/ids.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { PrivateImages } from '../../core/ports/private-images.js';
import { Vault } from '../../core/ports/vault.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import {
  CloseSupport,
  OpenSupport,
  RateSupport,
  ReadSupportMessages,
  SendSupportMessage,
  type SupportRules,
} from './support.commands.js';

/** Whose conversation something is sent in. */
interface Owner {
  readonly realm: string;
  readonly userId: string;
}
interface Written {
  readonly text: string;
  readonly imageId?: string | undefined;
}
type Message = Pick<SendSupportMessage['data'], 'messageId' | 'sealedText' | 'imageId' | 'policy'>;
type Caller = { readonly session: Owner; readonly requestToken?: RequestToken | undefined };

/** What people do with their own conversations, and what staff's answers have in common with it. */
@Injectable()
export class SupportService {
  constructor(
    private readonly commands: Commands,
    private readonly projections: ProjectionRunner,
    private readonly policies: PolicySource<{ 'support.rules': SupportRules }>,
    private readonly images: PrivateImages,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async open(call: CallContext<typeof openSupport>): Promise<SupportOpenedView | Refusal> {
    const { session, input } = call;
    const { userId, ownerId } = session;
    const conversationId = this.ids.next('support');
    const context = this.context(call);
    const done = await this.sendWith(context, session, input, (message) => {
      const data = { userId, ownerId, conversationId, topic: input.topic, ...message };
      return new OpenSupport(context, data);
    });
    if (!done.ok) return done.refusal;
    await this.keep(session, done.answer.conversationId, input.imageId);
    return done.answer;
  }

  async send(call: CallContext<typeof sendSupportMessage>): Promise<null | Refusal> {
    const { session, input } = call;
    const { userId, ownerId } = session;
    const { conversationId } = input;
    const data = { userId, ownerId, conversationId, from: 'person', staffId: null } as const;
    return this.sendAs(this.context(call), session, input, data);
  }

  /** A message of either side; its image is kept with the conversation. */
  async sendAs(
    context: CommandContext,
    owner: Owner,
    written: Written,
    data: Omit<SendSupportMessage['data'], keyof Message>,
  ): Promise<null | Refusal> {
    const make = (message: Message) => new SendSupportMessage(context, { ...data, ...message });
    const done = await this.sendWith(context, owner, written, make);
    if (!done.ok) return done.refusal;
    await this.keep(owner, data.conversationId, written.imageId);
    return null;
  }

  read(call: CallContext<typeof readSupportMessages>): Promise<null | Refusal> {
    const { userId } = call.session;
    const { conversationId } = call.input;
    return this.executed(new ReadSupportMessages(this.context(call), { userId, conversationId, by: 'person' }));
  }

  close(call: CallContext<typeof closeSupport>): Promise<null | Refusal> {
    const { userId } = call.session;
    const { conversationId } = call.input;
    return this.executed(new CloseSupport(this.context(call), { userId, conversationId, staffId: null }));
  }

  async rate(call: CallContext<typeof rateSupport>): Promise<null | Refusal> {
    const { session, input } = call;
    const { userId, ownerId } = session;
    const { conversationId, rating, comment } = input;
    const context = this.context(call);
    const done = await this.commands.prepare(context, async () => {
      const sealedComment = await sealedText(this.vault, session, 'support.comment', comment);
      return new RateSupport(context, { userId, ownerId, conversationId, rating, sealedComment });
    });
    return this.answered(context, done);
  }

  async executed(command: HouseCommand<unknown, null>): Promise<null | Refusal> {
    return this.answered(command.context, await this.commands.execute(command));
  }

  private async keep({ userId }: Owner, conversationId: string, imageId: string | undefined): Promise<void> {
    if (imageId !== undefined) await this.images.attach(userId, [imageId], conversationId);
  }

  /** A repeat finds its image used, so image and text are looked at once for a request token. */
  private async sendWith<Answer>(
    context: CommandContext,
    owner: Owner,
    { text, imageId }: Written,
    make: (message: Message) => HouseCommand<unknown, Answer>,
  ): Promise<CommandResult<Answer>> {
    const { ids, vault, policies } = this;
    const done = await this.commands.prepare(context, async () => {
      const problem = imageId === undefined ? undefined : await this.imageProblem(owner, imageId);
      if (problem !== undefined) return problem;
      return make({
        messageId: ids.next('supportm'),
        sealedText: await sealedText(vault, owner, 'support.message', text),
        imageId: imageId ?? null,
        policy: policies.inForce('support.rules'),
      });
    });
    if (done.ok) await this.projections.waitFor('support', context.realm, done.position);
    return done;
  }

  private async imageProblem({ realm, userId }: Owner, imageId: string): Promise<Refusal | undefined> {
    if (realm !== 'real') return refuse('support.image-real-only', { field: 'imageId' });
    const problem = await this.images.problem(userId, { [imageId]: 'support' });
    return problem && { ...problem, params: { ...problem.params, field: 'imageId' } };
  }

  private async answered({ realm }: CommandContext, done: CommandResult<null>): Promise<null | Refusal> {
    if (!done.ok) return done.refusal;
    await this.projections.waitFor('support', realm, done.position);
    return null;
  }

  private context({ session, requestToken }: Caller): CommandContext {
    const { realm, userId } = session;
    return { realm, at: this.clock.now(), actor: `user:${userId}`, requestToken };
  }
}
