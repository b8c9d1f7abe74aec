import type { ChatSide } from '../../../contracts/chat.contract.js';
import type { SupportCloser, SupportStatus, SupportTopic } from '../../../contracts/support.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, ReadTable, type ChangeOf } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';
import type { SupportEvent } from './support.events.js';

/** Every conversation. Absent values are '' and 0; `place` puts those that wait first. */
export const supportConversations = new ReadTable('support_conversations', {
  realm: key.text,
  conversationId: key.text,
  userId: first.text,
  position: first.count,
  topic: first.textOf<SupportTopic>(),
  status: last.textOf<SupportStatus>(),
  place: last.count,
  staffId: last.text,
  openedAt: first.instant,
  since: last.instant,
  changedAt: last.instant,
  closedAt: last.instant,
  closedBy: last.textOf<SupportCloser | ''>(),
  rating: last.count,
  sealedComment: last.textOf<Sealed | ''>(),
});

export const supportMessages = new ReadTable('support_messages', {
  realm: key.text,
  messageId: key.text,
  conversationId: first.text,
  userId: first.text,
  position: first.count,
  sender: first.textOf<ChatSide>(),
  staffId: first.text,
  sentAt: first.instant,
  sealedText: first.textOf<Sealed | ''>(),
  imageId: first.text,
  unread: last.boolean,
});

const PLACES: Readonly<Record<SupportStatus, number>> = { waiting: 0, answered: 1, closed: 2 };
const inQueue = (status: SupportStatus, since: number) => ({ status, place: PLACES[status], since });

export const supportProjection: Projection = {
  name: 'support',
  realms: ['demo', 'real'],
  tables: [supportConversations, supportMessages],
  apply(rows: RowBatch, recorded: RecordedEvent): void {
    if (recorded.stream.startsWith('support-')) apply(rows, recorded as SupportEvent);
  },
};

function apply(rows: RowBatch, event: SupportEvent): void {
  const { realm, at, position } = event;
  const { conversationId, userId } = event.data;
  const change = (row: ChangeOf<typeof supportConversations>): void =>
    rows.update(supportConversations, { realm, conversationId, changedAt: at, ...row });
  switch (event.type) {
    case 'SupportOpened':
      return rows.insert(supportConversations, {
        realm,
        conversationId,
        userId,
        position,
        topic: event.data.topic,
        ...inQueue('waiting', at),
        staffId: '',
        openedAt: at,
        changedAt: at,
        closedAt: 0,
        closedBy: '',
        rating: 0,
        sealedComment: '',
      });
    case 'SupportMessageSent': {
      const { messageId, from, staffId, sealedText, imageId, waitingSince } = event.data;
      const sent = { sender: from, staffId: staffId ?? '', sentAt: at, sealedText: sealedText ?? '' } as const;
      const names = { realm, messageId, conversationId, userId, position };
      rows.insert(supportMessages, { ...names, ...sent, imageId: imageId ?? '', unread: true });
      return change(waitingSince === null ? inQueue('answered', at) : inQueue('waiting', waitingSince));
    }
    case 'SupportMessagesRead':
      for (const messageId of event.data.messageIds) rows.update(supportMessages, { realm, messageId, unread: false });
      return;
    case 'SupportTaken':
      return change({ staffId: event.data.staffId });
    case 'SupportReleased':
      return change({ staffId: '' });
    case 'SupportClosed':
      return change({ ...inQueue('closed', at), closedAt: at, closedBy: event.data.by });
    case 'SupportRated':
      return change({ rating: event.data.rating, sealedComment: event.data.sealedComment ?? '' });
  }
}
