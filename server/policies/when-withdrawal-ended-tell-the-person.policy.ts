import { planned } from '../core/command.js';
import { SendMessage } from '../features/message/message.commands.js';
import type { WithdrawalPaid, WithdrawalReturned } from '../features/withdrawal/withdrawal.events.js';
import type { Policy } from './policy.js';

/** What staff decided he was told then; this is what chain or bank made of it. */
export const whenWithdrawalEndedTellThePerson: Policy = {
  name: 'when-withdrawal-ended-tell-the-person',
  realms: ['real'],
  eventTypes: ['WithdrawalPaid', 'WithdrawalReturned'],
  react: ({ type, data: fact, at }) => {
    const { withdrawalId, userId, ...figures } = fact as WithdrawalPaid | WithdrawalReturned;
    const template = type === 'WithdrawalPaid' ? 'withdrawal-paid' : 'withdrawal-returned';
    const { amount, credited, fee, currency } = figures;
    const data: SendMessage['data'] = {
      ...{ userId, messageId: `withdrawal:${withdrawalId}`, template, link: '/tbjl' },
      values: { amount, credited, fee, currency },
    };
    return { commands: [planned(SendMessage, data)], letter: { userId, template, values: { decidedAt: at } } };
  },
};
