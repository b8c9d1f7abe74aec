import { c2cOrder, expiredC2c, PRE_ORDER, seller, SELLER, voucher } from './c2c-steps.js';
import type { Making } from './objects.js';
import type { StaffActor } from './actors.js';
import { event, rowsOf, type Recipe, type RecipeKit } from './recipe-kit.js';

/** A call of an order's person. */
const ofOrder =
  (
    type: string,
    to: 'unmatched' | 'matched' | 'rejected',
    more: (kit: RecipeKit, token: string) => object | Promise<object>,
  ): Recipe =>
  async (kit) => {
    const { token, orderId } = await c2cOrder(kit, to);
    return { token, body: { orderId, ...(await more(kit, token)) }, effect: event(type) };
  };

const as =
  (actor: StaffActor, type: string, body: (kit: RecipeKit) => object | Promise<object>): Recipe =>
  async (kit) => ({
    token: await kit.actors.staffSession(actor),
    body: { ...(await body(kit)) },
    effect: event(type),
  });

const TEXT = { text: 'It was sent on Monday.' };

export const c2cRecipes: Record<string, Recipe> = {
  'web/createC2c': async (kit) => {
    const { token } = (await kit.verified()).trader;
    return { token, body: PRE_ORDER, effect: event('C2cOrderPlaced') };
  },
  'web/submitC2c': ofOrder('C2cRemitted', 'matched', voucher),
  'web/appealC2c': ofOrder('C2cAppealed', 'rejected', () => TEXT),
  'web/sendC2cMessage': ofOrder('C2cMessageSent', 'unmatched', () => TEXT),
  'web/readC2cMessages': async (kit) => {
    const { token, orderId } = await c2cOrder(kit);
    await kit.staff(await kit.actors.staffSession('support'), 'sendC2cMessage', { orderId, ...TEXT });
    return { token, body: { orderId }, effect: event('C2cMessagesRead') };
  },
  'staff/sendC2cMessage': as('support', 'C2cMessageSent', async (kit) => ({
    ...{ orderId: (await c2cOrder(kit)).orderId, ...TEXT },
  })),
  'staff/uploadC2cImage': async (kit) => {
    const { person, orderId } = await c2cOrder(kit);
    const effect = rowsOf('private_images', person.userId);
    return { token: await kit.actors.staffSession('support'), body: { orderId }, effect, file: await kit.jpeg() };
  },
  'staff/readC2cMessages': as('support', 'C2cMessagesRead', async (kit) => {
    const { person, orderId } = await c2cOrder(kit);
    await person.trader.post('sendC2cMessage', { orderId, ...TEXT });
    return { orderId };
  }),
  'staff/reinstateC2c': as('support', 'C2cReinstated', async (kit) => ({ orderId: await expiredC2c(kit) })),
  'staff/addSeller': as('risk', 'SellerAdded', () => SELLER),
  'staff/changeSeller': as('risk', 'SellerChanged', async (kit) => {
    const { sellerId } = await seller(kit);
    return { ...SELLER, sellerId, baseVersion: 1, max: '30000' };
  }),
  'staff/switchSeller': as('risk', 'SellerSwitched', async (kit) => {
    const { sellerId } = await seller(kit);
    return { sellerId, enabled: false };
  }),
};

const order =
  (
    body: (kit: RecipeKit, other: string) => object | Promise<object> = () => ({}),
    to?: 'matched' | 'rejected',
  ): Making =>
  async (kit) => {
    const { token: owner, orderId: id } = await c2cOrder(kit, to ?? 'unmatched');
    const other = (await kit.verified()).trader.token;
    const [theirs, own] = [await body(kit, other), await body(kit, owner)] as Record<string, string>[];
    return { owner, id, never: 'c2c-0000000000000000', body: theirs ?? {}, ownBody: own ?? {}, others: [other] };
  };

const NEVER_IMAGE = 'image-000000000000';

export const c2cObjects: Record<string, Making> = {
  'GET web/getC2cOrder orderId': order(),
  'GET web/getC2cMessages orderId': order(),
  'POST web/submitC2c orderId': order(voucher, 'matched'),
  'POST web/appealC2c orderId': order(() => TEXT, 'rejected'),
  'POST web/sendC2cMessage orderId': order(() => TEXT),
  'POST web/sendC2cMessage imageId': async (kit) => {
    const [mine, other] = [await c2cOrder(kit), await c2cOrder(kit)];
    const id = await kit.image(mine.token, 'c2c-chat');
    const [body, ownBody] = [{ orderId: other.orderId }, { orderId: mine.orderId }];
    return { owner: mine.token, id, never: NEVER_IMAGE, body, ownBody, others: [other.token] };
  },
  'POST web/readC2cMessages orderId': order(),
  // An image of the chat on one order, asked for with another.
  'GET staff/c2c-images/:id id': async (kit) => {
    const { person, token, orderId } = await c2cOrder(kit);
    const id = await kit.image(token, 'c2c-chat');
    await person.trader.given('sendC2cMessage', { orderId, imageId: id });
    const body = { orderId: (await c2cOrder(kit)).orderId };
    return { owner: '', id, never: NEVER_IMAGE, body, others: [await kit.actors.staffSession('support')] };
  },
  'POST staff/sendC2cMessage imageId': async (kit) => {
    const { orderId } = await c2cOrder(kit);
    const id = await kit.image((await kit.verified()).trader.token, 'c2c-chat');
    const others = [await kit.actors.staffSession('support')];
    return { owner: '', id, never: NEVER_IMAGE, body: { orderId }, others };
  },
};
