import { loggedIn, type Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const assetKeys = {
  balances: ownKey('asset', 'balances'),
  at: ownKey<[at: number]>('asset', 'at'),
  history: ownKey<[query: object]>('asset', 'history'),
  performance: ownKey<[query: object]>('asset', 'performance'),
  holds: ownKey<[query: object]>('asset', 'holds'),
  postings: ownKey<[query: object]>('asset', 'postings'),
  records: ownKey<[filters: object]>('asset', 'records'),
  owned: ownKey('asset', 'owned'),
};

export const asset = {
  name: 'asset',
  screens: {
    assets: {
      file: 'AssetsScreen',
      routes: loggedIn('funding', '/table1'),
      noPath: true,
      inside: 'home',
      shape: 'assets',
      menus: { assets: { at: 1 }, 'centre.money': { at: 1 } },
    },
    assetsBySpace: {
      file: 'AssetsBySpaceScreen',
      routes: loggedIn('funding', '/table2'),
      noPath: true,
      menus: { assets: { at: 2 } },
    },
    netAssets: {
      file: 'OwnedScreen',
      routes: loggedIn('funding', '/netAssets'),
      noPath: true,
      texts: ['owned'],
      menus: { assets: { at: 8 }, 'centre.money': { at: 10 } },
    },
    assetRecords: { file: 'AssetRecordsScreen', routes: loggedIn('records', '/record') },
    accountRecords: {
      file: 'AccountRecordsScreen',
      routes: loggedIn('records', '/deallog', '/accountRecord'),
      menus: {
        assets: { at: 7 },
        records: { at: 1, icon: 'layers' },
        'centre.records': { at: 1, path: '/accountRecord' },
      },
    },
  },
  keys: assetKeys,
  staleAfter: {
    assets: [assetKeys.holds, assetKeys.postings, assetKeys.owned],
    anything: [assetKeys.records],
  },
} satisfies Feature;
