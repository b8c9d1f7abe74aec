import { everybody, loggedIn, type Feature } from '../../lib/feature.js';
import { key, ownKey } from '../../lib/keys.js';

export const contractKeys = {
  contracts: key<[underlying: string]>('contract', 'list'),
  positions: ownKey('contract', 'positions'),
  closed: ownKey<[filters: object]>('contract', 'closed'),
  log: ownKey<[symbol: string, side: string, number: number]>('contract', 'log'),
  preview: ownKey<[body: object]>('contract', 'preview'),
  fund: key<[view: 'balance' | 'history' | 'house', realm: string]>('contract', 'fund'),
  roll: ownKey<[symbol: string, side: string]>('contract', 'roll'),
  rates: ownKey<[symbol: string]>('contract', 'rates'),
};

export const contract = {
  name: 'contract',
  screens: {
    contracts: {
      file: 'ContractScreen',
      routes: loggedIn('trading', '/preciousMetal'),
      noPath: true,
      shape: 'terminal',
      entry: ['/preciousMetal'],
      texts: ['spot', 'order', 'watchlist'],
      menus: { trade: { at: 2 } },
    },
    contractRecords: {
      file: 'ContractRecordsScreen',
      routes: loggedIn('records', '/contractRecord'),
      inside: 'contracts',
      menus: { trade: { at: 9 }, 'centre.records': { at: 7 } },
    },
    insuranceFund: {
      file: 'InsuranceFundScreen',
      routes: everybody('trading', '/insuranceFund'),
      menus: { 'centre.more': { at: 13 } },
    },
    housePositions: {
      file: 'HousePositionsScreen',
      routes: everybody('trading', '/housePositions'),
      menus: { 'centre.more': { at: 14 } },
    },
  },
  parts: { comingBrackets: 'ComingBracketsPart' },
  keys: contractKeys,
  staleAfter: {
    orders: [contractKeys.positions],
    trades: [contractKeys.positions, contractKeys.closed, contractKeys.log],
    assets: [contractKeys.positions, contractKeys.log],
  },
} satisfies Feature;
