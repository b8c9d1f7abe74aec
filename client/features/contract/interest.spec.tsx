import { describe, expect, it } from '@jest/globals';
import { readText } from '../../lib/rendered.testkit';
import { interestOf } from './interest';
import { OpenInterest } from './OpenInterest';

describe('open interest', () => {
  it.each([
    ['3', '1', '0.75', '0.25', { side: 'short', quantity: '2' }],
    ['1', '2', '0.3333', '0.6667', { side: 'long', quantity: '1' }],
    ['2', '2', '0.5', '0.5', null],
    ['0', '0', null, '0', null],
  ] as const)(
    'of %s long and %s short leaves the rest to the market makers',
    (openLong, openShort, longShare, shortShare, makers) => {
      expect(interestOf({ openLong, openShort })).toEqual({ longShare, shortShare, makers });
    },
  );

  it('says what each side has, how much of its limit that is, and who stands against it', async () => {
    const contract = { openLong: '3', openShort: '1', openInterestMax: '40' };
    const text = await readText(<OpenInterest contract={contract} book={{ base: 'BTC' }} />, 'contract');
    expect(text).toBe(
      'Open interest 75.0% long, 25.0% short Users · Long 3 BTC · 7.5% used Users · Short 1 BTC · 2.5% used Market makers Short 2 BTC Limit for users, each side 40 BTC They hold the other side of what users have open.',
    );
  });

  it('says so where nothing is open and nothing limits it', async () => {
    const contract = { openLong: '0', openShort: '0', openInterestMax: null };
    const text = await readText(<OpenInterest contract={contract} book={{ base: 'BTC' }} />, 'contract');
    expect(text).toContain('Users · Long 0 BTC Users · Short 0 BTC Market makers None Limit for users, each side None');
  });
});
