import { afterReading, afterSending, NOTHING_UNREAD, type Unread } from '../../core/chat.js';
import type { Instant } from '../../core/clock.js';
import type { StreamKind } from '../../core/decider.js';
import type { SupportEvent } from './support.events.js';

/** As many instants as the policy may ever count. */
const [SENT_KEPT, OPENED_KEPT] = [60, 50];

export interface Conversation {
  readonly open: boolean;
  readonly rated: boolean;
  /** Who has taken it. */
  readonly staffId: string | null;
  readonly count: number;
  readonly images: number;
  readonly waitingSince: Instant | null;
  readonly unread: Unread;
}

export interface Support {
  /** By id, in the order of their opening. */
  readonly conversations: Readonly<Record<string, Conversation>>;
  /** When the person opened and wrote, newest last. */
  readonly openedAt: readonly Instant[];
  readonly sentAt: readonly Instant[];
}

const INITIAL: Support = { conversations: {}, openedAt: [], sentAt: [] };

/** All conversations of one account with support, stream `support-<userId>`. */
export const supportKind: StreamKind<Support> = {
  name: 'support',
  initial: () => INITIAL,
  evolve: (state, event) => evolve(state, event as SupportEvent),
  snapshot: { schema: 1, everyEvents: 500, save: (state) => state, load: (saved) => saved as Support },
};

const NEW: Conversation = {
  open: true,
  rated: false,
  staffId: null,
  count: 0,
  images: 0,
  waitingSince: null,
  unread: NOTHING_UNREAD,
};

function evolve(state: Support, event: SupportEvent): Support {
  const { conversationId } = event.data;
  const before = state.conversations[conversationId] ?? NEW;
  const changed = (change: Partial<Conversation>): Support => ({
    ...state,
    conversations: { ...state.conversations, [conversationId]: { ...before, ...change } },
  });
  switch (event.type) {
    case 'SupportOpened':
      return { ...changed({}), openedAt: [...state.openedAt, event.at].slice(-OPENED_KEPT) };
    case 'SupportMessageSent': {
      const { from, messageId, imageId, waitingSince } = event.data;
      const sent = changed({
        count: before.count + 1,
        images: before.images + (imageId === null ? 0 : 1),
        waitingSince,
        unread: afterSending(before.unread, from, messageId),
      });
      return from === 'person' ? { ...sent, sentAt: [...state.sentAt, event.at].slice(-SENT_KEPT) } : sent;
    }
    case 'SupportMessagesRead':
      return changed({ unread: afterReading(before.unread, event.data.by) });
    case 'SupportTaken':
      return changed({ staffId: event.data.staffId });
    case 'SupportReleased':
      return changed({ staffId: null });
    case 'SupportClosed':
      return changed({ open: false, waitingSince: null });
    case 'SupportRated':
      return changed({ rated: true });
  }
}

/** The conversation that is open, by its id. */
export const openIn = ({ conversations }: Support): string | undefined =>
  Object.entries(conversations).find(([, { open }]) => open)?.[0];
