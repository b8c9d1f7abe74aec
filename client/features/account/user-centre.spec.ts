import { describe, expect, it } from '@jest/globals';
import { isRealOnly, GROUPS, linksOf } from './user-centre';

const all = (transaction_password: 0 | 1) => GROUPS.flatMap((group) => linksOf(group, { transaction_password }));
const screens = (transaction_password: 0 | 1) => all(transaction_password).map((link) => link.screen);

describe('the user centre', () => {
  it('has every link that the specification gives the personal centre', () => {
    const wanted = [
      'profile',
      'identity',
      'primary',
      'advanced',
      'addressProof',
      'quickBuy',
      'credit',
      'accountRecords',
      'depositRecords',
      'withdrawalRecords',
    ];
    expect(screens(0)).toEqual(expect.arrayContaining(wanted));
  });

  it('links to screens that exist, each once', () => {
    expect(screens(0)).not.toContain('');
    expect(new Set(screens(0)).size).toBe(screens(0).length);
  });

  it('offers to set a trade password until there is one, and to change it after', () => {
    expect(screens(0)).toContain('tradePasswordSet');
    expect(screens(0)).not.toContain('tradePasswordChange');
    expect(screens(1)).toContain('tradePasswordChange');
    expect(screens(1)).not.toContain('tradePasswordSet');
  });

  it('tells a demo account which of its links only a real one has a use for', () => {
    const realOnly = all(0).filter(({ screen }) => isRealOnly(screen));
    expect(realOnly.map(({ path }) => path)).toEqual([
      ...['/username', '/mobile', '/email', '/editPassword', '/bindmpwd', '/googleCode'],
      ...['/sfyz', '/smauth', '/seniorauth', '/dzrz', '/xinyongfen', '/invite'],
    ]);
  });
});
