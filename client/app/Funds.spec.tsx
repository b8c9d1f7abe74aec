import { describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { readText, rendered } from '../lib/rendered.testkit';
import { assetKeys } from '../features/asset/asset.feature';

const { Funds } = await import('./Funds');

/** The line of funds under an amount, of somebody with so much in both accounts. */
function shown(have: { spot: string; finance: string }, line: Parameters<typeof Funds>[0]) {
  const client = new QueryClient();
  const rows = Object.entries(have).map(([space, available]) => ({ space, currency: 'USDT', available }));
  client.setQueryData(assetKeys.balances(), { rows });
  return (
    <QueryClientProvider client={client}>
      <Funds {...line} />
    </QueryClientProvider>
  );
}
const read = (...args: Parameters<typeof shown>): Promise<string> => readText(shown(...args), 'transfer');

describe('the funds for an amount', () => {
  const have = { spot: '80', finance: '30.129' };

  it('are shown alone where they suffice', async () => {
    expect(await read(have, { to: 'finance', amount: '30.129' })).toBe('Available in earning account 30.12 USDT');
    expect(await read(have, { to: 'spot', amount: '' })).toBe('Available in spot account 80 USDT');
  });

  it('are transferred in place, exactly what is missing, into either account', async () => {
    expect(await read(have, { to: 'finance', amount: '50.25' })).toBe(
      'Available in earning account 30.12 USDT Your earning account lacks 20.121 USDT. Transfer 20.121 USDT from the spot account',
    );
    expect(await read(have, { to: 'spot', amount: '100' })).toBe(
      'Available in spot account 80 USDT Your spot account lacks 20 USDT. Transfer 20 USDT from the earning account',
    );
  });

  it('lead to a deposit where both accounts together lack them, unless one stands beside', async () => {
    expect(await read(have, { to: 'spot', amount: '111' })).toBe(
      'Available in spot account 80 USDT Your spot account lacks 31 USDT. Your earning account has 30.12 USDT. Deposit',
    );
    const html = await rendered(shown(have, { to: 'spot', amount: '111', isDepositNear: true }), 'transfer');
    expect(html).not.toContain('href');
  });
});
