import { planned } from '../core/command.js';
import type { RecordedEvent } from '../core/event.js';
import { SendMessage } from '../features/message/message.commands.js';
import type { PayeeAddressAdded, PayeeRemoved, PaymentSettingsSet } from '../features/payee/payee.events.js';
import type { Policy, Reaction } from './policy.js';

/**
 * Whoever got into an account saves his own address first: its owner hears of it while the new entry still cools off, and of what
 * was taken away or set anew.
 */
export const whenPayeesChangedTellThePerson: Policy = {
  name: 'when-payees-changed-tell-the-person',
  realms: ['real'],
  eventTypes: ['PayeeAddressAdded', 'PayeeCardAdded', 'PayeeRemoved', 'PaymentSettingsSet'],
  react(event) {
    switch (event.type) {
      case 'PayeeRemoved':
        return removed(event as RecordedEvent<string, PayeeRemoved>);
      case 'PaymentSettingsSet':
        return settingsSet(event as RecordedEvent<string, PaymentSettingsSet>);
      default:
        return added(event as RecordedEvent<string, PayeeAddressAdded>);
    }
  },
};

function added({ type, at, data: { userId, payeeId, usableAt } }: RecordedEvent<string, PayeeAddressAdded>): Reaction {
  const [kind, link] = type === 'PayeeAddressAdded' ? ['address', '/address'] : ['card', '/bank'];
  const values = { kind: `@message-box:payee.${kind}`, addedAt: at, usableAt };
  const message = { userId, messageId: `payee:${payeeId}`, template: 'payee-added', values, link } as const;
  return told(message, { addedAt: at, usableAt });
}

function removed({ at, data }: RecordedEvent<string, PayeeRemoved>): Reaction {
  const { userId, payeeId, kind = 'address' } = data;
  const values = { kind: `@message-box:removed.${kind}`, removedAt: at };
  const link = kind === 'address' ? '/address' : '/bank';
  const message = { userId, messageId: `payee-removed:${payeeId}`, template: 'payee-removed', values, link } as const;
  return told(message, { removedAt: at });
}

function settingsSet({ at, position, data }: RecordedEvent<string, PaymentSettingsSet>): Reaction {
  const { userId } = data;
  const values = { changedAt: at };
  const messageId = `payment-settings:${position}`;
  return told({ userId, messageId, template: 'payment-settings-set', values, link: '/bank' }, values);
}

/** On the platform, and by a letter of the same template. */
function told(data: SendMessage['data'], values: Record<string, number>): Reaction {
  const { userId, template } = data;
  return { commands: [planned(SendMessage, data)], letter: { userId, template, values } };
}
