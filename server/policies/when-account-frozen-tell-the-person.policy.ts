import { planned } from '../core/command.js';
import type { AccountFrozen } from '../features/account/account.events.js';
import { SendMessage } from '../features/message/message.commands.js';
import type { Policy } from './policy.js';

/** He reads it once he is in again; the letter goes out from where the account was frozen. */
export const whenAccountFrozenTellThePerson: Policy = {
  name: 'when-account-frozen-tell-the-person',
  realms: ['real'],
  eventTypes: ['AccountFrozen', 'AccountUnfrozen'],
  react: ({ type, data: fact, at, position }) => {
    const { userId } = fact as AccountFrozen;
    const told: Pick<SendMessage['data'], 'template' | 'values'> =
      type === 'AccountFrozen'
        ? { template: 'account-frozen', values: { frozenAt: at } }
        : { template: 'account-unfrozen', values: { unfrozenAt: at } };
    const data: SendMessage['data'] = { userId, messageId: `frozen:${position}`, ...told, link: '/setting' };
    return { commands: [planned(SendMessage, data)] };
  },
};
