import { planned } from '../core/command.js';
import type { RecordedEvent } from '../core/event.js';
import { SendMessage } from '../features/message/message.commands.js';
import type { C2cMessageSent } from '../features/c2c/c2c-chat.events.js';
import type { C2cExpired, C2cOrderMatched, C2cReinstated, C2cRejected } from '../features/c2c/c2c.events.js';
import type { Policy, Reaction } from './policy.js';

type Content = Pick<SendMessage['data'], 'template' | 'values' | 'sealedNote'>;

/** Every step that somebody else made, with what there is to do; the letter says only that there is something to read. */
export const whenC2cOrderMovesTellThePerson: Policy = {
  name: 'when-c2c-order-moves-tell-the-person',
  realms: ['real'],
  eventTypes: ['C2cOrderMatched', 'C2cCompleted', 'C2cRejected', 'C2cExpired', 'C2cReinstated', 'C2cMessageSent'],
  react: (event): Reaction => {
    const { orderId, userId } = event.data as C2cOrderMatched;
    const content = contentOf(event);
    if (content === undefined) return {};
    const link = event.type === 'C2cOrderMatched' ? '/c2c_account' : '/c2c_order';
    const data: SendMessage['data'] = {
      ...{ userId, messageId: `c2c:${event.position}`, ...content, link: `${link}?id=${orderId}` },
    };
    const letter = { userId, template: 'c2c-news', values: { changedAt: event.at } };
    return { commands: [planned(SendMessage, data)], letter };
  },
};

function contentOf(event: RecordedEvent): Content | undefined {
  switch (event.type) {
    case 'C2cOrderMatched':
      return { template: 'c2c-matched', values: {} };
    case 'C2cCompleted':
      return { template: 'c2c-completed', values: {} };
    case 'C2cRejected': {
      const { kind, reasons, sealedNote } = event.data as C2cRejected;
      const said = reasons.map((reason) => `@review:reason.${kind}.${reason}`).join(' ');
      const note = sealedNote === null ? {} : { sealedNote: { context: 'review.note', sealed: sealedNote } };
      return { template: 'c2c-rejected', values: { reasons: said }, ...note };
    }
    case 'C2cExpired': {
      const { reinstatableUntil: untilAt } = event.data as C2cExpired;
      return { template: 'c2c-expired', values: { untilAt } };
    }
    case 'C2cReinstated': {
      const { expiresAt } = event.data as C2cReinstated;
      return { template: 'c2c-reinstated', values: { expiresAt } };
    }
    default: {
      // Told once and not for every line, and never of one's own.
      const { from, first } = event.data as C2cMessageSent;
      return from === 'support' && first ? { template: 'c2c-message', values: {} } : undefined;
    }
  }
}
