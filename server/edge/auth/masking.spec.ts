import { describe, expect, it } from '@jest/globals';
import '../../features.js';
import type { StreamStateView } from '../../../contracts/staff-history.contract.js';
import type { StaffRole } from '../../../contracts/staff.contract.js';
import { MASK, masked, maskedEventData, seesPersons, stateFor } from './masking.js';

describe('personal data in the console', () => {
  it('shows its first character only, however deep it stands, and leaves everything else', () => {
    const row = {
      id: 'real-1',
      name: 'Ada Lovelace',
      contacts: [{ email: 'ada@example.org', verified: true }],
      balance: '7',
    };
    expect(masked(row)).toEqual({
      id: 'real-1',
      name: 'A•••',
      contacts: [{ email: 'a•••', verified: true }],
      balance: '7',
    });
    expect(row.name).toBe('Ada Lovelace');
  });

  it('is shown to those who help persons, and to nobody else', () => {
    expect(seesPersons(['support'])).toBe(true);
    expect(seesPersons(['auditor', 'support'])).toBe(true);
    for (const role of ['auditor', 'admin', 'risk', 'content'] as const) expect(seesPersons([role])).toBe(false);
  });
});

describe('the data of an event', () => {
  it('shows every policy’s name, and of a person’s fields what the type declares', () => {
    const policy = { name: 'withdrawal.rules', version: 1, inputs: {} };
    const opened = { userId: 'real-1', name: 'Ann', policy, sealedForm: 'x' };
    expect(maskedEventData('RealAccountOpened', opened)).toEqual({ ...opened, name: 'A•••', sealedForm: MASK });
    expect(maskedEventData('WithdrawalRequested', { amount: '5', sealedPayee: 'x', policy })).toEqual({
      ...{ amount: '5', sealedPayee: MASK },
      policy,
    });
  });

  it('shows a policy’s name in a state too', () => {
    expect(masked({ policy: { name: 'credit.rules' }, name: 'Ann' })).toEqual({
      policy: { name: 'credit.rules' },
      name: 'A•••',
    });
  });
});

describe('the state of a stream', () => {
  const seen = (role: StaffRole, realm: string): unknown =>
    stateFor([role], { realm, state: { name: 'Ann', opened: 1 }, ids: {} } as unknown as StreamStateView).state;

  it('shows whose account it is to those who help persons, and of demo accounts to all', () => {
    expect(seen('support', 'real')).toEqual({ name: 'Ann', opened: 1 });
    expect(seen('auditor', 'demo')).toEqual({ name: 'Ann', opened: 1 });
    expect(seen('auditor', 'real')).toEqual({ name: 'A•••', opened: 1 });
  });
});
