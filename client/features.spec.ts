import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { FEATURES } from './features';
import { ownKey } from './lib/keys';
import { refreshChanged } from './lib/refresh-changed';
import { marketKeys } from './market/keys';
import { withdrawalKeys } from './features/withdrawal/withdrawal.feature';

const client = new QueryClient();

const all = FEATURES.flatMap(({ name, keys }) =>
  Object.entries(keys ?? {}).map(([of, key]) => ({ name: `${name}.${of}`, key: key() })),
);

/** Every answer about the account that the client keeps, whatever it was asked with. */
const ofAccount = all.filter(({ key }) => key[0] === ownKey()()[0]);

afterEach(() => client.clear());

describe('the declarations of the features', () => {
  const declared = FEATURES.flatMap(({ name, screens }) =>
    Object.values(screens ?? {}).flatMap(({ file }) => (file === undefined ? [] : [`${name}/${file}.tsx`])),
  );
  const files = readdirSync('client/features', { recursive: true, encoding: 'utf8' });

  it('are listed, and stand in the folder of their name', () => {
    const written = files.filter((path) => path.endsWith('.feature.ts')).sort();
    expect(FEATURES.map(({ name }) => `${name}/${name}.feature.ts`).sort()).toEqual(written);
  });

  it('name every screen that there is, and none that is not', () => {
    expect([...new Set(declared)].sort()).toEqual(files.filter((path) => path.endsWith('Screen.tsx')).sort());
  });

  it('name every part that there is, and none that is not', () => {
    const parts = FEATURES.flatMap(({ name, parts = {} }) => Object.values(parts).map((file) => `${name}/${file}.tsx`));
    expect(parts.sort()).toEqual(files.filter((path) => path.endsWith('Part.tsx')).sort());
  });

  it('bring people first to screens whose texts have the name of the feature', () => {
    const entered = FEATURES.filter(({ screens }) => Object.values(screens ?? {}).some(({ entry }) => entry));
    expect(entered.map(({ name }) => name)).toContain('home');
    expect(entered.filter(({ name }) => !existsSync(`locales/en/${name}.json`))).toEqual([]);
  });

  it('give no place of a menu away twice, but to the two sides of the trade password', () => {
    const places = FEATURES.flatMap(({ screens }) =>
      Object.entries(screens ?? {}).flatMap(([screen, { menus }]) =>
        Object.entries(menus ?? {}).map(([menu, { at }]) => ({ screen, place: `${menu} ${at}` })),
      ),
    );
    const shared = places.filter(({ place }) => places.filter((other) => other.place === place).length > 1);
    expect(shared.map(({ screen }) => screen).sort()).toEqual(['tradePasswordChange', 'tradePasswordSet']);
  });
});

describe('the names of kept answers', () => {
  it('are one tree a noun: no name stands for two answers', () => {
    const names = all.map(({ key }) => key.join('/'));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(ofAccount.length).toBeGreaterThan(30);
  });

  it('are made where a noun declares them, so that a push reaches all', () => {
    const files = readdirSync('client', { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
    const made = files.filter((path) => /\b(ownKey|key)(<.*>)?\('/.test(readFileSync(`client/${path}`, 'utf8')));
    expect(made.filter((path) => !/(\.feature|\/keys)\.ts$/.test(path))).toEqual([]);
    expect(made.length).toBeGreaterThan(15);
  });
});

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

describe('a pushed update of orders, trades and balances', () => {
  it.each([
    [
      'assets',
      [
        'account.firstSteps',
        'asset.holds',
        'asset.owned',
        'asset.postings',
        'contract.log',
        'contract.positions',
        'conversion.live',
        'statement.list',
      ],
    ],
    ['orders', ['contract.positions', 'spot.events']],
    ['ended-orders', ['spot.history']],
    ['trades', ['contract.closed', 'contract.log', 'contract.positions', 'spot.fees', 'spot.trades']],
    ['anything', ['asset.records']],
  ] as const)('of %s makes stale what follows from it, by the key that the list is kept under', (pushed, expected) => {
    const stale = FEATURES.flatMap(({ staleAfter }) => staleAfter?.[pushed] ?? []).map((key) => key().join('/'));
    expect(
      all
        .filter(({ key }) => stale.includes(key.join('/')))
        .map(({ name }) => name)
        .sort(),
    ).toEqual(expected);
  });
});
