import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { refuse, Refused } from '../../server/core/refusal.js';
import { StaffAccounts } from '../../server/staff/staff-accounts.js';
import { StaffRecord } from '../../server/staff/staff-record.js';
import { startApp, type StartedApp } from '../kit/app.js';

let started: StartedApp;
beforeAll(async () => {
  started = await startApp();
}, 120_000);
afterAll(() => started.close());

it('the first accounts are made all at once: a start that is cut short leaves none whose password nobody was told', async () => {
  const accounts = started.app.get(StaffAccounts, { strict: false });
  const record = started.app.get(StaffRecord, { strict: false });
  const add = record.add.bind(record) as StaffRecord['add'];
  const away = jest.spyOn(record, 'add').mockImplementation((...fact) => {
    const isThird = away.mock.calls.length === 3;
    return isThird ? Promise.reject(new Refused('StaffCreated', refuse('request.unavailable'))) : add(...fact);
  });
  await expect(accounts.seed()).rejects.toThrow('StaffCreated');
  away.mockRestore();
  const made = await accounts.seed();
  expect(made.map(({ login }) => login)).toEqual(expect.arrayContaining(['admin', 'reviewer', 'risk', 'auditor']));
  expect(await accounts.seed()).toEqual([]);
});
