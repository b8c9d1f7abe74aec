import { describe, expect, it } from '@jest/globals';
import { mayOpen } from './access.js';

describe('access in the console', () => {
  it('lets an auditor read everything', () => {
    for (const resource of ['dashboard', 'users', 'orders', 'trades', 'ledger-accounts', 'events', 'chain', 'epochs'])
      expect(mayOpen(['auditor'], resource)).toBe(true);
  });
  it('shows an administrator of staff no user, order or event', () => {
    for (const resource of ['users', 'orders', 'trades', 'ledger-accounts', 'events', 'streams'])
      expect(mayOpen(['admin'], resource)).toBe(false);
  });
  it('adds up the permissions of several roles', () => {
    expect(mayOpen(['content', 'support'], 'orders')).toBe(true);
  });
  it('edits and deletes nothing, whatever the role', () => {
    for (const action of ['create', 'edit', 'delete'])
      expect(mayOpen(['auditor', 'risk'], 'orders', action)).toBe(false);
  });
  it('hides what it does not know', () => {
    expect(mayOpen(['auditor'], 'salaries')).toBe(false);
    expect(mayOpen([], 'dashboard')).toBe(false);
  });
});
