import { SUPPORT_TOPICS } from '../../../contracts/support.contract.js';
import { Violation } from '../../core/violation.js';
import { SEALED, type Person, type SimulatedWorld, type Simulation } from '../simulation.js';
import type { SupportRules } from './support.commands.js';
import type { SupportClosed, SupportMessageSent } from './support.events.js';
import { openIn, supportKind } from './support.state.js';

const RULES: SupportRules = {
  timeZone: 'UTC',
  days: 'mon,tue,wed,thu,fri',
  staffedFrom: '08:00',
  staffedUntil: '20:00',
  messagesMax: 12,
  messagesPerMinute: 3,
  imagesMax: 2,
  conversationsPerDay: 3,
};
const POLICY = { name: 'support.rules', version: 1, values: RULES };
const STAFF = ['staff-1', 'staff-2'] as const;

/** People who ask, staff who answer, and both at the same conversation. */
export const simulation = (world: SimulatedWorld): Simulation => ({
  laws: () => {
    const open = new Map<string, string>();
    const counts = new Map<string, number>();
    return {
      trades: 0,
      take({ type, data }) {
        const { userId, conversationId } = data as SupportClosed;
        if (type === 'SupportOpened') {
          if (open.has(userId)) throw new Violation(`${userId} has two conversations open`);
          open.set(userId, conversationId);
        }
        if (type === 'SupportClosed') open.delete(userId);
        if (type === 'SupportMessageSent') count(counts, data as SupportMessageSent);
        if (type === 'SupportRated' && open.get(userId) === conversationId)
          throw new Violation(`${conversationId} was rated while it was open`);
      },
      check() {
        for (const [conversationId, sent] of counts)
          if (sent > RULES.messagesMax) throw new Violation(`${conversationId} has ${sent} messages`);
      },
    };
  },
  deeds: [
    { share: 1, act: (userId) => ask(world, userId) },
    { share: 1, act: (userId) => answer(world, userId) },
  ],
  ends: (person) => end(world, person),
});

function count(counts: Map<string, number>, { conversationId }: SupportMessageSent): void {
  counts.set(conversationId, (counts.get(conversationId) ?? 0) + 1);
}

const message = ({ rng, nextId }: SimulatedWorld) => ({
  messageId: nextId('supportm'),
  sealedText: rng.chance(0.9) ? SEALED : null,
  imageId: rng.chance(0.2) ? 'image-3' : null,
  policy: POLICY,
});

/** Opens, writes on, closes, rates: also where that is refused. */
function ask(world: SimulatedWorld, userId: string): void {
  const { rng, nextId, realm, execute } = world;
  const state = realm('real').state(supportKind, userId);
  const actor = `user:${userId}`;
  const owned = { userId, ownerId: `${userId}.1` };
  const known = Object.keys(state.conversations);
  const conversationId = openIn(state) ?? (known.length === 0 ? 'support-none' : rng.pick(known));
  if (openIn(state) === undefined || rng.chance(0.1)) {
    const opened = { ...owned, conversationId: nextId('support'), topic: rng.pick([...SUPPORT_TOPICS]) };
    execute('real', { type: 'OpenSupport', data: { ...opened, ...message(world) }, actor });
    return;
  }
  const sent = { ...owned, conversationId, from: 'person', staffId: null, ...message(world) };
  execute('real', { type: 'SendSupportMessage', data: sent, actor });
  if (rng.chance(0.3))
    execute('real', { type: 'CloseSupport', data: { userId, conversationId, staffId: null }, actor });
  const rated = { ...owned, conversationId, rating: rng.pick([1, 3, 5]), sealedComment: null };
  if (rng.chance(0.3)) execute('real', { type: 'RateSupport', data: rated, actor });
}

function answer(world: SimulatedWorld, userId: string): void {
  const { rng, realm, execute } = world;
  const conversationId = openIn(realm('real').state(supportKind, userId)) ?? 'support-none';
  const staffId = rng.pick([...STAFF]);
  const actor = `staff:${staffId}`;
  const of = { userId, conversationId };
  if (rng.chance(0.3)) execute('real', { type: 'TakeSupport', data: { ...of, staffId }, actor });
  if (rng.chance(0.1)) execute('real', { type: 'ReleaseSupport', data: { ...of, staffId }, actor });
  execute('real', { type: 'ReadSupportMessages', data: { ...of, by: 'support' }, actor });
  const sent = { ...of, ownerId: `${userId}.1`, from: 'support', staffId, ...message(world) };
  execute('real', { type: 'SendSupportMessage', data: sent, actor });
  if (rng.chance(0.2)) execute('real', { type: 'CloseSupport', data: { ...of, staffId }, actor });
}

function end({ realm, execute }: SimulatedWorld, { userId, realm: name }: Person): void {
  const conversationId = openIn(realm(name).state(supportKind, userId));
  if (conversationId === undefined) return;
  const data = { userId, conversationId, staffId: null };
  execute(name, { type: 'CloseSupport', data, actor: `user:${userId}` });
}
