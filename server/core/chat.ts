import type { ChatMessageView, ChatSide } from '../../contracts/chat.contract.js';
import type { Instant } from './clock.js';
import type { Sealed } from './person.js';
import type { Vault } from './ports/vault.js';

/** Ids of messages of each side that the other has not read, oldest first. */
export type Unread = Readonly<Record<ChatSide, readonly string[]>>;

export const NOTHING_UNREAD: Unread = { person: [], support: [] };

const other = (side: ChatSide): ChatSide => (side === 'person' ? 'support' : 'person');

/** Whether nothing of this side was unread before: the other side is notified once and not for every message. */
export const isFirstUnread = (unread: Unread, from: ChatSide): boolean => unread[from].length === 0;

/** What a side has not read yet. */
export const unreadBy = (unread: Unread, by: ChatSide): readonly string[] => unread[other(by)];

export const afterSending = (unread: Unread, from: ChatSide, messageId: string): Unread => ({
  ...unread,
  [from]: [...unread[from], messageId],
});

export const afterReading = (unread: Unread, by: ChatSide): Unread => ({ ...unread, [other(by)]: [] });

/** Whose chat it is. */
interface ChatOwner {
  readonly realm: string;
  readonly userId: string;
}

/** The text of a message under the person's key; `null` where nothing was written. A demo account has no key of its own: the server's seals it. */
export async function sealedText(
  vault: Vault,
  owner: ChatOwner,
  context: string,
  text: string,
): Promise<Sealed | null> {
  if (text === '') return null;
  return owner.realm === 'real' ? vault.seal(owner.userId, context, text) : vault.sealForHouse(context, text);
}

/** The text again; `null` once the person is erased. */
export async function openedText(
  vault: Vault,
  owner: ChatOwner,
  context: string,
  sealed: Sealed,
): Promise<string | null> {
  return owner.realm === 'real' ? vault.open(owner.userId, context, sealed) : vault.openForHouse(context, sealed);
}

/** A message as its table has it. `sealedText` is '' where only an image was sent. */
interface ChatRow {
  readonly messageId: string;
  readonly sender: ChatSide;
  readonly sentAt: Instant;
  readonly sealedText: Sealed | '';
  readonly unread: boolean;
}

/** Messages as both sides read them. */
export function openedMessages(
  rows: readonly ChatRow[],
  open: (sealed: Sealed) => Promise<string | null>,
): Promise<ChatMessageView[]> {
  return Promise.all(
    rows.map(async ({ messageId: id, sender: from, sentAt: at, sealedText: sealed, unread }) => ({
      id,
      at,
      from,
      text: sealed === '' ? '' : await open(sealed),
      read: !unread,
    })),
  );
}

/** How many messages a side has not read. */
export const countUnread = (rows: readonly ChatRow[], by: ChatSide): number =>
  rows.filter(({ sender, unread }) => unread && sender !== by).length;
