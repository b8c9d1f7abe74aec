import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import type { staffC2cImage, staffSendC2cMessage, uploadStaffC2cImage } from '../../../contracts/c2c.calls.js';
import type { StaffC2cView } from '../../../contracts/c2c.contract.js';
import type {
  addSellerBody,
  changeSellerBody,
  StaffSellerView,
  switchSellerBody,
} from '../../../contracts/c2c.seller.contract.js';
import type { StaffPermission } from '../../../contracts/staff.contract.js';
import { Clock } from '../../core/clock.js';
import { type CommandContext, Commands, type RequestToken } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { PrivateImages, type StaffImage } from '../../core/ports/private-images.js';
import { Vault } from '../../core/ports/vault.js';
import { Refused, isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { StaffTrail, type StaffCall } from '../../core/ports/staff-trail.js';
import type { CallContext } from '../../edge/http/call.js';
import type { StaffSession } from '../../edge/http/sessions.js';
import type { Upload } from '../../edge/http/upload.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { MASK, seesPersons } from '../../edge/auth/masking.js';
import { StaffLists } from '../../edge/lists/staff-lists.js';
import { StaffRights } from '../../edge/auth/staff-rights.js';
import { ReadC2cMessages, ReinstateC2c, type C2cAnswer } from './c2c.commands.js';
import type { C2cOrder } from './c2c.decider.js';
import { c2cOrderList, sellerList } from './c2c.list.js';
import { C2cQuery } from './c2c.query.js';
import { C2cReader } from './c2c.reader.js';
import { C2cService, executed } from './c2c.service.js';
import { AddSeller, ChangeSeller, SwitchSeller } from './seller.commands.js';
import { formProblem, matchedOn, type SellerForm } from './seller.decider.js';
import type { SellerTerms } from './seller.events.js';
import type { SeededSeller } from './seller-seeds.js';

/** What support does with an order, and what risk does with the sellers' accounts. Rights are held while it is done. */
@Injectable()
export class C2cStaffService {
  constructor(
    readonly pool: Pool,
    readonly commands: Commands,
    readonly lists: StaffLists,
    readonly rights: StaffRights,
    readonly trail: StaffTrail,
    readonly query: C2cQuery,
    readonly reader: C2cReader,
    readonly projections: ProjectionRunner,
    readonly c2c: C2cService,
    readonly images: PrivateImages,
    readonly vault: Vault,
    readonly clock: Clock,
    readonly ids: Ids,
  ) {}

  /** An open order shows the payer and the chat, so it is recorded as a reading of that person. */
  async order(call: StaffCall<StaffSession>, id: string): Promise<StaffC2cView | Refusal> {
    const { lists, reader, query, trail } = this;
    const { session } = call;
    const row = await lists.one(session, c2cOrderList, id);
    if (isRefusal(row)) return row;
    const order = await reader.order(id);
    if (order === undefined) return refuse('staff.not-found', { id });
    const sees = seesPersons(session.roles);
    if (sees) await trail.readUser(call, order.userId);
    const [payer, seller, talk] = await Promise.all([
      sees ? reader.payer(order) : null,
      order.seller && reader.seller(order.seller.id),
      query.messages(id, order.userId, 'support'),
    ]);
    if (isRefusal(talk)) return talk;
    const hidden = sees ? null : MASK;
    return {
      ...row,
      price: order.price,
      contractNumber: order.contractNumber,
      reasons: [...order.reasons],
      sellerLabel: seller?.versions.at(-1)?.label ?? null,
      payerName: payer?.name ?? (order.sealedPayer === null ? null : hidden),
      payerBank: payer?.bank ?? (order.sealedPayer === null ? null : hidden),
      reinstatableUntil: order.status === 'expired' ? order.reinstatableUntil : null,
      timeline: order.timeline.map((step) => ({ ...step })),
      messages: talk.items.map((message) => (sees ? message : { ...message, text: MASK, imageId: null })),
    };
  }

  write({ session, input, requestToken }: CallContext<typeof staffSendC2cMessage>): Promise<null | Refusal> {
    return this.ofOrder(session, 'talking', input.orderId, async (order) => {
      if (await this.isErased(order.userId)) return refuse('account.not-found');
      const { staffId } = session;
      return this.c2c.sendAs(this.by(session, requestToken), order, input, { from: 'support', staffId });
    });
  }

  /** Under the person's key, as everything on their order. */
  upload({ session, input, requestToken, upload }: CallContext<typeof uploadStaffC2cImage>) {
    return this.ofOrder(session, 'talking', input.orderId, async ({ userId }) => {
      if (await this.isErased(userId)) return refuse('account.not-found');
      const key = requestToken?.key ?? this.ids.next('upload');
      return this.images.upload({ userId, purpose: 'c2c-chat', key }, upload as Upload);
    });
  }

  /** Recorded each time, before the first byte leaves. */
  image(call: CallContext<typeof staffC2cImage>): Promise<StaffImage | Refusal> {
    const { id: imageId, orderId } = call.input;
    return this.ofOrder(call.session, 'talking', orderId, async ({ userId }) => {
      if (!(await this.query.hasImage(orderId, imageId))) return refuse('image.not-found');
      const image = await this.images.readForStaff(imageId);
      if (isRefusal(image)) return image;
      if (image.userId !== userId) return refuse('image.not-found');
      await this.trail.viewedImage(call, { imageId, requestId: orderId, userId });
      return image;
    });
  }

  read(session: StaffSession, orderId: string, requestToken: RequestToken | undefined): Promise<null | Refusal> {
    return this.ofOrder(session, 'talking', orderId, ({ userId }) =>
      executed(this, new ReadC2cMessages(this.by(session, requestToken), { orderId, userId, by: 'support' })),
    );
  }

  reinstate(
    session: StaffSession,
    orderId: string,
    requestToken: RequestToken | undefined,
  ): Promise<C2cAnswer | Refusal> {
    return this.ofOrder(session, 'reinstating', orderId, ({ userId, round }) => {
      const data = { orderId, userId, staffId: session.staffId, round: round + 1 };
      return executed(this, new ReinstateC2c(this.by(session, requestToken), data));
    });
  }

  async seller(session: StaffSession, id: string): Promise<StaffSellerView | Refusal> {
    const { lists, reader, clock } = this;
    const row = await lists.one(session, sellerList, id);
    if (isRefusal(row)) return row;
    const seller = await reader.seller(id);
    if (seller === undefined) return refuse('staff.not-found', { id });
    const account = reader.account(seller.versions.at(-1) as SellerTerms);
    return { ...row, account, today: matchedOn(seller, clock.now()) };
  }

  addSeller(session: StaffSession, form: z.output<typeof addSellerBody>, requestToken: RequestToken | undefined) {
    const sellerId = this.ids.next('seller');
    return this.ofSellers(session, () => {
      const terms = this.terms(form);
      if (isRefusal(terms)) return Promise.resolve(terms);
      const data = { sellerId, staffId: session.staffId, ...terms };
      return executed(this, new AddSeller(this.by(session, requestToken), data));
    });
  }

  changeSeller(session: StaffSession, form: z.output<typeof changeSellerBody>, requestToken: RequestToken | undefined) {
    const { sellerId, baseVersion } = form;
    return this.ofSellers(session, () => {
      const terms = this.terms(form);
      if (isRefusal(terms)) return Promise.resolve(terms);
      const data = { sellerId, baseVersion, staffId: session.staffId, ...terms };
      return executed(this, new ChangeSeller(this.by(session, requestToken), data));
    });
  }

  switchSeller(session: StaffSession, form: z.output<typeof switchSellerBody>, requestToken: RequestToken | undefined) {
    const { sellerId, enabled } = form;
    const data = { sellerId, enabled, staffId: session.staffId };
    return this.ofSellers(session, () => executed(this, new SwitchSeller(this.by(session, requestToken), data)));
  }

  /** Adds what this installation never had; what staff changed or switched off stays so. Answers how many. */
  async seedSellers(seeds: readonly SeededSeller[]): Promise<number> {
    const { rows } = await this.pool.query<{ stream: string }>(
      `SELECT stream FROM events WHERE realm = 'real' AND version = 1 AND stream = ANY($1)`,
      [seeds.map(({ sellerId }) => `seller-${sellerId}`)],
    );
    const fresh = seeds.filter(({ sellerId }) => !rows.some(({ stream }) => stream === `seller-${sellerId}`));
    for (const { sellerId, ...form } of fresh) {
      const terms = this.terms(form);
      if (isRefusal(terms)) throw new Refused(`the seller ${sellerId}`, terms);
      const context = { realm: 'real', at: this.clock.now(), actor: 'system:seeds' };
      const answer = await executed(this, new AddSeller(context, { sellerId, staffId: '', ...terms }));
      if (isRefusal(answer)) throw new Refused(`the seller ${sellerId}`, answer);
    }
    return fresh.length;
  }

  private terms(form: SellerForm): SellerTerms | Refusal {
    const problem = formProblem(form);
    if (problem !== undefined) return problem;
    const { label, currency, min, max, dayMax, accountName, accountNumber, bankName, bankAddress, swift } = form;
    const account = JSON.stringify({ accountName, accountNumber, bankName, bankAddress, swift });
    const sealedAccount = this.vault.sealForHouse('seller.account', account);
    return { label, currency, sealedAccount, min, max, dayMax };
  }

  private ofSellers<Answer>(session: StaffSession, work: () => Promise<Answer | Refusal>) {
    return this.rights.during(session.staffId, 'sellers', work);
  }

  /** Nothing can be sealed for them or sent to them. */
  private async isErased(userId: string): Promise<boolean> {
    const gone = await this.pool.query(`SELECT 1 FROM users WHERE user_id = $1 AND status = 'erased'`, [userId]);
    return gone.rowCount !== 0;
  }

  private async ofOrder<Answer>(
    { staffId }: StaffSession,
    permission: StaffPermission,
    orderId: string,
    work: (order: C2cOrder) => Promise<Answer | Refusal>,
  ): Promise<Answer | Refusal> {
    const order = await this.reader.order(orderId);
    if (order === undefined) return refuse('c2c.order-not-found');
    return this.rights.during(staffId, permission, ({ ownUsers }) =>
      // As in the review room: staff never handle their own orders.
      ownUsers.includes(order.userId) ? Promise.resolve(refuse('review.own')) : work(order),
    );
  }

  private by({ staffId }: StaffSession, requestToken: RequestToken | undefined): CommandContext {
    return { realm: 'real', at: this.clock.now(), actor: `staff:${staffId}`, requestToken };
  }
}
