import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from '@jest/globals';
import { FEATURES } from './features';
import { withdrawalKeys } from './features/withdrawal/withdrawal.feature';
import { ownKey } from './lib/keys';
import { refreshChanged } from './lib/refresh-changed';
import { marketKeys } from './market/keys';

const client = new QueryClient();

const all = FEATURES.flatMap(({ name, keys }) =>
  Object.entries(keys ?? {}).map(([of, key]) => ({ name: `${name}.${of}`, key: key() })),
);

/** Every answer about the account that the client keeps, whatever it was asked with. */
const ofAccount = all.filter(({ key }) => key[0] === ownKey()()[0]);

afterEach(() => client.clear());

describe('a pushed change of the account', () => {
  it.each(ofAccount)('reaches $name', ({ key }) => {
    client.setQueryData([...key, 'en', { page: 1 }], {});
    refreshChanged(client, ['withdrawal-w-1']);
    expect(client.getQueryState([...key, 'en', { page: 1 }])?.isInvalidated).toBe(true);
  });

  it('leaves what is no account’s, and asks for nothing when nothing but orders and balances moved', () => {
    client.setQueryData(marketKeys.instruments(), []);
    refreshChanged(client, ['withdrawal-w-1']);
    expect(client.getQueryState(marketKeys.instruments())?.isInvalidated).toBe(false);
    client.setQueryData(withdrawalKeys.list('en', {}), []);
    refreshChanged(client, []);
    refreshChanged(client);
    expect(client.getQueryState(withdrawalKeys.list('en', {}))?.isInvalidated).toBe(false);
  });
});
