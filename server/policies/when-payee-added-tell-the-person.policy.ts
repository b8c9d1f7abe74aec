import type { SendMessage } from '../features/message/message.commands.js';
import type { PayeeAddressAdded } from '../features/payee/payee.events.js';
import type { Policy } from './policy.js';

/** Whoever got into an account saves his own address first: its owner hears of it while the new entry still cools off. */
export const whenPayeeAddedTellThePerson: Policy = {
  name: 'when-payee-added-tell-the-person',
  realms: ['real'],
  eventTypes: ['PayeeAddressAdded', 'PayeeCardAdded'],
  react: (event) => {
    const { userId, payeeId, usableAt } = event.data as PayeeAddressAdded;
    const [kind, link] = event.type === 'PayeeAddressAdded' ? ['address', '/address'] : ['card', '/bank'];
    const values = { kind: `@message-box:payee.${kind}`, addedAt: event.at, usableAt };
    const data: SendMessage = { userId, messageId: `payee:${payeeId}`, template: 'payee-added', values, link };
    const letter = { userId, template: 'payee-added', values: { addedAt: event.at, usableAt } };
    return { commands: [{ type: 'SendMessage', data }], letter };
  },
};
