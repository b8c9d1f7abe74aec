import type { Sealed } from '../../core/person.js';
import type { MessageEvent } from './message.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { ReadTable, textOf } from '../../engine/projections/read-table.js';

/** Every message to a person, without its words. `sealed_note` and its context are empty where there is none. */
export const messages = new ReadTable('messages', {
  realm: { type: 'text', merge: 'key' },
  user_id: { type: 'text', merge: 'key' },
  message_id: { type: 'text', merge: 'key' },
  position: { type: 'count', merge: 'first' },
  sent_at: { type: 'instant', merge: 'first' },
  template: { type: 'text', merge: 'first' },
  given: { type: 'json', merge: 'first' },
  link: { type: 'text', merge: 'first' },
  note_context: { type: 'text', merge: 'first' },
  sealed_note: textOf<Sealed | ''>('first'),
  unread: { type: 'boolean', merge: 'last' },
});

export const messagesProjection: Projection = {
  name: 'messages',
  realms: ['demo', 'real'],
  tables: [messages],
  apply(rows, event) {
    const fact = event as MessageEvent;
    if (fact.type === 'MessageSent') {
      const { userId, messageId, template, values, link, sealedNote } = fact.data;
      rows.insert(messages, {
        realm: event.realm,
        user_id: userId,
        message_id: messageId,
        position: event.position,
        sent_at: event.at,
        template,
        given: JSON.stringify(values),
        link: link ?? '',
        note_context: sealedNote?.context ?? '',
        sealed_note: sealedNote?.sealed ?? '',
        unread: true,
      });
    } else if (fact.type === 'MessagesRead') {
      const { userId, messageIds } = fact.data;
      for (const message_id of messageIds)
        rows.update(messages, { realm: event.realm, user_id: userId, message_id, unread: false });
    }
  },
};
