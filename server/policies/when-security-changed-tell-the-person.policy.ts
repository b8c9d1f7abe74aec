import { planned } from '../core/command.js';
import type { RecordedEvent } from '../core/event.js';
import { SendMessage } from '../features/message/message.commands.js';
import type { ContactChanged } from '../features/security/security.events.js';
import type { Policy } from './policy.js';

/** Events that change what proves that somebody is himself, and the word for each. */
const FACTORS: Readonly<Record<string, string>> = {
  GoogleBound: 'google-bound',
  GoogleUnbound: 'google-unbound',
  RecoveryCodesRenewed: 'recovery-codes',
  TradePasswordSet: 'trade-password',
  SecurityQuestionsSet: 'questions',
  LoginPasswordChanged: 'login-password',
  WalletBound: 'wallet',
  WalletUnbound: 'wallet',
};

/** Letters go out from where the change is made; this stays readable on the platform. */
export const whenSecurityChangedTellThePerson: Policy = {
  name: 'when-security-changed-tell-the-person',
  realms: ['real'],
  eventTypes: [...Object.keys(FACTORS), 'ContactChanged'],
  react: (event) => {
    const { userId } = event.data as { userId: string };
    const values = { factor: `@message-box:factor.${factorOf(event)}`, changedAt: event.at };
    const data: SendMessage['data'] = {
      ...{ userId, messageId: `factor:${event.position}`, template: 'factor-changed', values, link: '/setting' },
    };
    return { commands: [planned(SendMessage, data)] };
  },
};

function factorOf(event: RecordedEvent): string {
  return event.type === 'ContactChanged' ? (event.data as ContactChanged).kind : (FACTORS[event.type] as string);
}
