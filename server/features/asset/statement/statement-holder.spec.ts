import { describe, expect, it } from '@jest/globals';
import type { SecurityCards } from '../../../core/ports/security-card.js';
import type { VerificationLevels } from '../../../core/ports/verification.js';
import { StatementHolder } from './statement-holder.js';

const holderOf = (realName: string | null, nickname: string | null) =>
  new StatementHolder(
    { realName: () => Promise.resolve(realName) } as unknown as VerificationLevels,
    { of: () => Promise.resolve({ nickname, hasTradePassword: false, hasGoogle: false }) } as SecurityCards,
  );
const real = { realm: 'real', userId: 'real-u' };

describe('whom a statement is made out to', () => {
  it('is the verified name, the nickname where nobody is verified, and nobody where neither is known', async () => {
    expect(await holderOf('Ada Lovelace', 'ada').nameOf(real)).toBe('Ada Lovelace');
    expect(await holderOf(null, 'ada').nameOf(real)).toBe('ada');
    expect(await holderOf(null, null).nameOf(real)).toBeNull();
  });

  it('is nobody for a demo account, which belongs to nobody', async () => {
    expect(await holderOf('Ada Lovelace', 'ada').nameOf({ realm: 'demo', userId: 'demo-u' })).toBeNull();
  });
});
