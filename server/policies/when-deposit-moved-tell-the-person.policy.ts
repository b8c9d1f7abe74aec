import { planned } from '../core/command.js';
import type { RecordedEvent } from '../core/event.js';
import type { DepositCredited, DepositFailed, DepositSeen } from '../features/deposit/deposit.events.js';
import { SendMessage } from '../features/message/message.commands.js';
import type { Policy, Reaction } from './policy.js';

/** Arrival and end of a deposit are told; a letter only of its end. What staff attributed they have told already. */
export const whenDepositMovedTellThePerson: Policy = {
  name: 'when-deposit-moved-tell-the-person',
  realms: ['real'],
  eventTypes: ['DepositSeen', 'DepositCredited', 'DepositFailed'],
  react: (event) => {
    const { userId } = event.data as { userId: string | null };
    // Nobody's money has nobody to be told.
    return userId === null ? {} : reactionTo(event, userId);
  },
};

function reactionTo(event: RecordedEvent, userId: string): Reaction {
  const { depositId, currency, amount } = event.data as DepositCredited;
  const link = `/cbjl?deposit=${depositId}`;
  const send = (template: SendMessage['data']['template'], values: SendMessage['data']['values']): Reaction => {
    const data: SendMessage['data'] = { userId, messageId: `${template}:${depositId}`, template, values, link };
    return { commands: [planned(SendMessage, data)] };
  };
  if (event.type === 'DepositSeen') {
    const { network, confirmationsNeeded } = event.data as DepositSeen;
    return send('deposit-arrived', { amount, currency, network, needed: confirmationsNeeded });
  }
  const letter = { userId, values: { decidedAt: event.at } };
  if (event.type === 'DepositCredited')
    return { ...send('deposit-credited', { amount, currency }), letter: { ...letter, template: 'deposit-credited' } };
  const reason = `@message-box:deposit-reason.${(event.data as DepositFailed).reason}`;
  return {
    ...send('deposit-failed', { amount, currency, reason }),
    letter: { ...letter, template: 'deposit-failed' },
  };
}
