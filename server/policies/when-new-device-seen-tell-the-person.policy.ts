import { planned } from '../core/command.js';
import type { NewDeviceSeen } from '../features/account/account.events.js';
import { SendMessage } from '../features/message/message.commands.js';
import type { Policy } from './policy.js';

/** Which device and where from stands in the list of sessions, which only he sees. */
export const whenNewDeviceSeenTellThePerson: Policy = {
  name: 'when-new-device-seen-tell-the-person',
  realms: ['real'],
  eventTypes: ['NewDeviceSeen'],
  react: (event) => {
    const { userId } = event.data as NewDeviceSeen;
    const values = { seenAt: event.at };
    const data: SendMessage['data'] = {
      ...{ userId, messageId: `device:${event.position}`, template: 'new-device', values, link: '/setting' },
    };
    return { commands: [planned(SendMessage, data)] };
  },
};
