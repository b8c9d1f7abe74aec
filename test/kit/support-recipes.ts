import type { Making } from './objects.js';
import { event, rowsOf, type Recipe, type RecipeKit } from './recipe-kit.js';
import type { Trader } from './trader.js';

export const QUESTION = { topic: 'deposit', text: 'Where is my deposit?' };

/** A person with a conversation that has come so far. */
async function asked(kit: RecipeKit, to: 'open' | 'closed' = 'open') {
  const { trader, userId } = await kit.person();
  const { conversationId } = await trader.given('openSupport', QUESTION);
  if (to === 'closed') await trader.given('closeSupport', { conversationId });
  return { trader, userId, conversationId };
}

const support = (kit: RecipeKit): Promise<string> => kit.actors.staffSession('support');

const ofPerson =
  (type: string, to: 'open' | 'closed' = 'open', more: object = {}): Recipe =>
  async (kit) => {
    const { trader, conversationId } = await asked(kit, to);
    return { token: trader.token, body: { conversationId, ...more }, effect: event(type) };
  };

const ofStaff =
  (type: string, more: object = {}): Recipe =>
  async (kit) => {
    const { conversationId } = await asked(kit);
    return { token: await support(kit), body: { conversationId, ...more }, effect: event(type) };
  };

export const supportRecipes: Record<string, Recipe> = {
  'web/openSupport': async (kit) => {
    const { trader } = await kit.person();
    return { token: trader.token, body: QUESTION, effect: event('SupportOpened') };
  },
  'web/sendSupportMessage': ofPerson('SupportMessageSent', 'open', { text: 'It was sent on Monday.' }),
  'web/readSupportMessages': async (kit) => {
    const { trader, conversationId } = await asked(kit);
    await kit.staff(await support(kit), 'sendSupportMessage', { conversationId, text: 'We look into it.' });
    return { token: trader.token, body: { conversationId }, effect: event('SupportMessagesRead') };
  },
  'web/closeSupport': ofPerson('SupportClosed'),
  'web/rateSupport': ofPerson('SupportRated', 'closed', { rating: 5, comment: 'Quick.' }),
  'staff/takeSupport': ofStaff('SupportTaken'),
  'staff/releaseSupport': async (kit) => {
    const { conversationId } = await asked(kit);
    const token = await support(kit);
    await kit.staff(token, 'takeSupport', { conversationId });
    return { token, body: { conversationId }, effect: event('SupportReleased') };
  },
  'staff/uploadSupportImage': async (kit) => {
    const { userId, conversationId } = await asked(kit);
    const effect = rowsOf('private_images', userId);
    return { token: await support(kit), body: { conversationId }, effect, file: await kit.jpeg() };
  },
  'staff/sendSupportMessage': ofStaff('SupportMessageSent', { text: 'We look into it.' }),
  'staff/readSupportMessages': ofStaff('SupportMessagesRead'),
  'staff/closeSupport': ofStaff('SupportClosed'),
};

const conversation =
  (to: 'open' | 'closed' = 'open', body: Record<string, string> = {}): Making =>
  async (kit) => {
    const { trader, conversationId: id } = await asked(kit, to);
    const others = [(await kit.person()).trader.token, (await kit.demo()).token];
    return { owner: trader.token, id, never: 'support-0000000000000000', body, others };
  };

const NEVER_IMAGE = 'image-000000000000';

/** An image of somebody else in one's own conversation. */
const image =
  (form: (conversationId: string) => Record<string, string>, isOpen: boolean): Making =>
  async (kit) => {
    const [mine, other] = [await kit.person(), await kit.person()];
    const id = await kit.image(mine.trader.token, 'support');
    const opened = async (of: Trader): Promise<Record<string, string>> =>
      form(isOpen ? (await of.given('openSupport', QUESTION)).conversationId : '');
    const [body, ownBody] = [await opened(other.trader), await opened(mine.trader)];
    return { owner: mine.trader.token, id, never: NEVER_IMAGE, body, ownBody, others: [other.trader.token] };
  };

/** An image that was sent in a conversation, and another conversation. */
async function sentImage(kit: RecipeKit) {
  const { trader, conversationId } = await asked(kit);
  const imageId = await kit.image(trader.token, 'support');
  await trader.given('sendSupportMessage', { conversationId, imageId });
  return { conversationId, imageId, elsewhere: (await asked(kit)).conversationId };
}

export const supportObjects: Record<string, Making> = {
  'GET web/getSupportConversation conversationId': conversation(),
  'GET web/exportSupportTranscript conversationId': conversation(),
  'POST web/sendSupportMessage conversationId': conversation('open', { text: 'Hello' }),
  'POST web/readSupportMessages conversationId': conversation(),
  'POST web/closeSupport conversationId': conversation(),
  'POST web/rateSupport conversationId': conversation('closed', { rating: '4' }),
  'POST web/openSupport imageId': image(() => QUESTION, false),
  'POST web/sendSupportMessage imageId': image((conversationId) => ({ conversationId }), true),
  'GET staff/support-images/:id id': async (kit) => {
    const { imageId: id, elsewhere } = await sentImage(kit);
    return { owner: '', id, never: NEVER_IMAGE, body: { conversationId: elsewhere }, others: [await support(kit)] };
  },
  'POST staff/sendSupportMessage imageId': async (kit) => {
    const { conversationId } = await asked(kit);
    const id = await kit.image((await kit.person()).trader.token, 'support');
    return { owner: '', id, never: NEVER_IMAGE, body: { conversationId }, others: [await support(kit)] };
  },
};
