import type { Sealed } from '../../core/person.js';
import type { MessageEvent } from './message.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, ReadTable } from '../../engine/projections/read-table.js';

/** Every message to a person, without its words. `sealed_note` and its context are empty where there is none. */
export const messages = new ReadTable('messages', {
  realm: key.text,
  userId: key.text,
  messageId: key.text,
  position: first.count,
  sentAt: first.instant,
  template: first.text,
  given: first.json,
  link: first.text,
  noteContext: first.text,
  sealedNote: first.textOf<Sealed | ''>(),
  unread: last.boolean,
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
        userId,
        messageId,
        position: event.position,
        sentAt: event.at,
        template,
        given: JSON.stringify(values),
        link: link ?? '',
        noteContext: sealedNote?.context ?? '',
        sealedNote: sealedNote?.sealed ?? '',
        unread: true,
      });
    } else if (fact.type === 'MessagesRead') {
      const { userId, messageIds } = fact.data;
      for (const messageId of messageIds)
        rows.update(messages, { realm: event.realm, userId, messageId, unread: false });
    }
  },
};
