import { describe, expect, it } from '@jest/globals';
import { languageKeys } from '../../../shared/language.js';
import type { EventOf } from '../../core/notification.js';
import { Messages } from '../../edge/http/messages.js';
import { loanNotifications } from './loan.notifications.js';

const messages = new Messages();

describe('a payment without a receipt that nobody decided on', () => {
  const [tell] = loanNotifications.flatMap(({ on }) => on['LoanPaymentLapsed'] ?? []);
  const told = tell?.({ data: { userId: 'real-ann', loanId: 'loan-1', paymentId: 'loan-1-p1' } } as EventOf<never>);

  it('is told to who owes the loan: from then on the calendar goes on', () => {
    expect(told).toMatchObject({ userId: 'real-ann', messageId: 'loan-payment-lapsed:loan-1-p1' });
    expect(messages.text('en', `message-box:${told?.template}.body`, told?.values ?? {})).toBe(
      'No reviewer decided on it within nine days, so late fees and set-offs go on. Ask support about it.',
    );
  });

  it('is told in other words in each language', () => {
    const bodies = languageKeys.map((lang) => messages.text(lang, `message-box:${told?.template}.body`, {}));
    expect(new Set(bodies).size).toBe(languageKeys.length);
  });
});
