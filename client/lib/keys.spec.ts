import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from '@jest/globals';
import { keys, refreshChanged } from './keys';

const client = new QueryClient();

/** Every answer about the account that the client keeps, whatever it was asked with. */
const ofAccount = Object.entries(keys).flatMap(([name, key]) => {
  const made = typeof key === 'function' ? (key as (...of: unknown[]) => readonly unknown[])('en', 'x', 'y') : key;
  return made[0] === 'account' ? [{ name, key: made }] : [];
});

afterEach(() => client.clear());

describe('a pushed change of the account', () => {
  it.each(ofAccount)('reaches $name', ({ key }) => {
    client.setQueryData(key, {});
    refreshChanged(client, ['withdrawal-w-1']);
    expect(client.getQueryState(key)?.isInvalidated).toBe(true);
  });

  it('leaves what is no account’s, and asks for nothing when nothing but orders and balances moved', () => {
    client.setQueryData(keys.instruments, []);
    refreshChanged(client, ['withdrawal-w-1']);
    expect(client.getQueryState(keys.instruments)?.isInvalidated).toBe(false);
    client.setQueryData(keys.withdrawals('en', {}), []);
    refreshChanged(client, []);
    refreshChanged(client);
    expect(client.getQueryState(keys.withdrawals('en', {}))?.isInvalidated).toBe(false);
  });
});
