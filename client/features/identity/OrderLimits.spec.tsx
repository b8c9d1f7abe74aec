import { describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { publishedPolicyKey } from '../../lib/keys';
import { readText } from '../../lib/rendered.testkit';
import { C2cMax, CustodyMax } from './OrderLimits';

const CUSTODY = {
  cycleDays: 7,
  flatForSale: true,
  flatMaxUsdt: '50000',
  dailyForSale: true,
  dailyMaxUsdt: '30000.5',
};

/** What is read of the limits that advanced verification raises, under rules in force. */
function read(custody: object): Promise<string> {
  const client = new QueryClient();
  client.setQueryData(publishedPolicyKey('c2c.rules'), { values: { max: '50000', advancedFactor: '2' } });
  client.setQueryData(publishedPolicyKey('custody.rules'), { values: custody });
  const limits = (
    <QueryClientProvider client={client}>
      <C2cMax level="advanced" />
      <CustodyMax />
    </QueryClientProvider>
  );
  return readText(limits, 'identity', 'custody');
}

describe('what advanced verification raises', () => {
  it('is the order limit of C2C and of each custody product, once and doubled', async () => {
    expect(await read(CUSTODY)).toBe(
      'Raises C2C orders from 50,000 to 100,000 USDT. 7-day custody, flat penalty: raises orders from 50,000 to 100,000 USDT. 7-day custody, penalty by days left: raises orders from 30,000.5 to 60,001 USDT.',
    );
  });

  it('leaves out a product that is not for sale', async () => {
    const text = await read({ ...CUSTODY, dailyForSale: false });
    expect(text).toContain('flat penalty');
    expect(text).not.toContain('days left');
  });
});
