import { describe, expect, it } from '@jest/globals';
import type { OwnedView } from '../../../../contracts/owned.contract';
import { wordsOf } from '../../../../test/kit/words.js';
import { readText } from '../../../lib/rendered.testkit';

const { Income } = await import('./Income');

const t = wordsOf('en');
const REWARD: OwnedView['income'][number] = {
  ...({ product: 'invitation', id: '1', label: '1', what: 'reward', at: 5, currency: 'USDT' } as const),
  ...{ least: '0', most: '2', mostUsdt: '2', isEstimate: true },
};
const shown = (income: OwnedView['income'], incomeUnread: string[]) =>
  readText(<Income view={{ income, incomeCount: income.length, incomeUnread } as unknown as OwnedView} />, 'owned');

describe('income and due dates', () => {
  it('say that there are none only once everything is read', async () => {
    expect(await shown([], [])).toContain(t('owned:income.none'));
    const unread = await shown([], ['entitlement', 'invitation']);
    expect(unread).toContain(t('owned:income.unread', { products: 'Shares and Invitations' }));
    expect(unread).not.toContain(t('owned:income.none'));
  });

  it('name what is still being read beside what is there', async () => {
    const text = await shown([REWARD], ['entitlement']);
    expect(text).toContain(t('owned:what.reward'));
    expect(text).toContain(t('owned:income.unread', { products: 'Shares' }));
    expect(await shown([REWARD], [])).not.toContain('Shares');
  });
});
