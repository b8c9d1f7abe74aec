import { describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { wordsOf } from '../../../test/kit/words.js';
import { renderedFor } from '../../lib/rendered.testkit';
import { invitationKeys } from '../invitation/invitation.feature';

const { AccountQuestion } = await import('./AccountQuestion');

const t = wordsOf('en');
const TERMS = { shares: [{ level: 1, share: '0.2' }], version: 1, inviters: 3, medianUsdt: null };

/** The question as it opens at an address. */
function asked(at: string): Promise<string> {
  const client = new QueryClient();
  client.setQueryData(invitationKeys.terms(), TERMS);
  const form = (
    <QueryClientProvider client={client}>
      <AccountQuestion address="0xabc" send={() => Promise.resolve()} />
    </QueryClientProvider>
  );
  return renderedFor({ session: null, at }, form, 'wallet', 'account', 'invitation');
}

describe('a wallet that opens an account', () => {
  it('reads who earns what of its fees, where it comes by an invitation', async () => {
    const html = await asked('/login?code=AB12CD34EF');
    expect(html).toContain('value="AB12CD34EF"');
    const places = ['account:register.invitation', 'invitation:before.level1', 'wallet:account.agreement'].map((key) =>
      html.indexOf(t(key)),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(html).toContain('20%');
    expect(html).toContain(t('invitation:before.warning'));
  });

  it('reads nothing of it without a code', async () => {
    expect(await asked('/login')).not.toContain('who-earns');
  });
});
