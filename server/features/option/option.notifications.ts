import type { EventOf, Notification, Notifications } from '../../core/notification.js';
import type { OptionReturned, OptionSettled } from './option.events.js';

const LINK = '/preciousMetal?tab=options';

/** In the app alone: a letter for each of many bets would be read by nobody. */
export const optionNotifications: readonly Notifications[] = [
  {
    sentence: 'when-option-ended-tell-the-person',
    realms: ['demo', 'real'],
    on: {
      OptionSettled: (event: EventOf<OptionSettled>) => settled(event.data),
      OptionReturned: (event: EventOf<OptionReturned>) => returned(event.data),
    },
  },
];

function settled({ userId, optionId, symbol, result, price, stake, returned: paid }: OptionSettled): Notification {
  const values = { symbol, price, stake, returned: paid };
  return { userId, messageId: `option:${optionId}`, template: `option-${result}`, values, link: LINK };
}

function returned({ userId, optionId, symbol, reason, stake }: OptionReturned): Notification {
  const values = { symbol, stake };
  return { userId, messageId: `option:${optionId}`, template: `option-returned-${reason}`, values, link: LINK };
}
