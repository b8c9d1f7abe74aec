import { Injectable } from '@nestjs/common';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { appealC2c, createC2c, readC2cMessages, sendC2cMessage, submitC2c } from '../../../contracts/c2c.calls.js';
import type { C2cChangedView, C2cCreatedView } from '../../../contracts/c2c.contract.js';
import { sealedText } from '../../core/chat.js';
import { Clock } from '../../core/clock.js';
import { type CommandContext, Commands, type HouseCommand, type RequestToken } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { IndexPrices } from '../../core/ports/index-prices.js';
import { Vault } from '../../core/ports/vault.js';
import { PrivateImages, type ImagePurpose } from '../../core/ports/private-images.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { AppealC2c, PlaceC2c, ReadC2cMessages, RemitC2c, SendC2cMessage } from './c2c.commands.js';
import { remittanceReview, type C2cOrder } from './c2c.decider.js';
import { C2cQuery } from './c2c.query.js';
import { indexOf } from './c2c.rules.js';
import { PolicySource } from '../../core/ports/policy-source.js';

/** What people do with their own orders. */
@Injectable()
export class C2cService {
  constructor(
    readonly commands: Commands,
    private readonly query: C2cQuery,
    readonly projections: ProjectionRunner,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly prices: IndexPrices,
    private readonly images: PrivateImages,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  create({ session, input, requestToken }: CallContext<typeof createC2c>): Promise<C2cCreatedView | Refusal> {
    const { policies, prices, ids, clock } = this;
    const { userId, ownerId } = session;
    const orderId = ids.next('c2c');
    const { currency, amount, price: shownPrice } = input;
    const command = new PlaceC2c(this.by(userId, requestToken), {
      orderId,
      reference: referenceOf(orderId),
      userId,
      ownerId,
      currency,
      amount,
      shownPrice,
      index: indexOf(currency, prices, clock.now()),
      policy: policies.inForce('c2c.rules'),
    });
    return executed(this, command);
  }

  async submit(call: CallContext<typeof submitC2c>): Promise<C2cChangedView | Refusal> {
    const { images, vault, query } = this;
    const { userId } = call.session;
    const { orderId, payerName: name, payerBank: bank, voucher } = call.input;
    const order = await query.own(orderId, userId);
    if (isRefusal(order)) return order;
    const problem = formProblem(call.input) ?? (await this.imageProblem(userId, { voucher }, 'remittance')) ?? null;
    const sealedPayer = problem === null ? await vault.seal(userId, 'c2c.payer', JSON.stringify({ name, bank })) : null;
    const data = { orderId, userId, sealedPayer, paymentProof: voucher, problem };
    const answer = await executed(this, new RemitC2c(this.by(userId, call.requestToken), data));
    if (!isRefusal(answer)) await images.attach(userId, [voucher], remittanceReview(orderId));
    return answer;
  }

  async appeal({ session, input, requestToken }: CallContext<typeof appealC2c>): Promise<C2cChangedView | Refusal> {
    const { userId } = session;
    const order = await this.query.own(input.orderId, userId);
    if (isRefusal(order)) return order;
    const { orderId, text } = input;
    const sealedText = text === '' ? null : await this.vault.seal(userId, 'c2c.appeal', text);
    return executed(this, new AppealC2c(this.by(userId, requestToken), { orderId, userId, sealedText }));
  }

  async write({ session, input, requestToken }: CallContext<typeof sendC2cMessage>): Promise<null | Refusal> {
    const { userId } = session;
    const order = await this.query.own(input.orderId, userId);
    if (isRefusal(order)) return order;
    return this.sendAs(this.by(userId, requestToken), order, input, { from: 'person', staffId: null });
  }

  /** A message of either side; its image is kept with the order. A repeat finds its image used, so it is looked at once a request token. */
  async sendAs(
    context: CommandContext,
    { orderId, userId }: Pick<C2cOrder, 'orderId' | 'userId'>,
    { text, imageId }: { readonly text: string; readonly imageId?: string | undefined },
    by: Pick<SendC2cMessage['data'], 'from' | 'staffId'>,
  ): Promise<null | Refusal> {
    const { commands, ids, vault, projections } = this;
    const done = await commands.prepare(context, async () => {
      const problem = imageId === undefined ? undefined : await this.imageProblem(userId, { imageId }, 'c2c-chat');
      if (problem !== undefined) return problem;
      const sealed = await sealedText(vault, { realm: 'real', userId }, 'c2c.message', text);
      const messageId = ids.next('c2cm');
      const message = { messageId, sealedText: sealed, imageId: imageId ?? null };
      return new SendC2cMessage(context, { orderId, userId, ...by, ...message });
    });
    if (!done.ok) return done.refusal;
    await projections.waitFor('c2c', 'real', done.position);
    if (imageId !== undefined) await this.images.attach(userId, [imageId], orderId);
    return null;
  }

  read({ session, input, requestToken }: CallContext<typeof readC2cMessages>): Promise<null | Refusal> {
    const { userId } = session;
    const data = { orderId: input.orderId, userId, by: 'person' } as const;
    return executed(this, new ReadC2cMessages(this.by(userId, requestToken), data));
  }

  private async imageProblem(
    userId: string,
    named: Readonly<Record<string, string>>,
    purpose: ImagePurpose,
  ): Promise<Refusal | undefined> {
    const [[field, imageId] = ['', '']] = Object.entries(named);
    const problem = await this.images.problem(userId, { [imageId]: purpose });
    return problem && { ...problem, params: { ...problem.params, field } };
  }

  private by(userId: string, requestToken: RequestToken | undefined): CommandContext {
    return { realm: 'real', at: this.clock.now(), actor: `user:${userId}`, requestToken };
  }
}

/** Sends a command about orders or sellers, and answers once the lists show it. */
export async function executed<Answer>(
  { commands, projections }: Pick<C2cService, 'commands' | 'projections'>,
  command: HouseCommand<unknown, Answer>,
): Promise<Answer | Refusal> {
  const result = await commands.execute(command);
  if (!result.ok) return result.refusal;
  await projections.waitFor('c2c', 'real', result.position);
  return result.answer;
}

/** From top to bottom. */
function formProblem({ payerName, payerBank, voucher }: Record<'payerName' | 'payerBank' | 'voucher', string>) {
  if (payerName === '') return refuse('c2c.payer-name-empty', { field: 'payerName' });
  if (payerBank === '') return refuse('c2c.payer-bank-empty', { field: 'payerBank' });
  return voucher === '' ? refuse('c2c.voucher-missing', { field: 'voucher' }) : undefined;
}

/** Short enough to type, in the characters that banks carry; as unlike any other as the id that it is made of. */
function referenceOf(orderId: string): string {
  return `GB${orderId
    .slice(orderId.indexOf('-') + 1)
    .slice(0, 12)
    .toUpperCase()}`;
}
