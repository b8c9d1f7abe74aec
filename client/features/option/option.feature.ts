import { loggedIn, type Feature } from '../../lib/feature.js';
import { key, ownKey } from '../../lib/keys.js';

export const optionKeys = {
  terms: key<[language: string, symbol: string]>('option', 'terms'),
  quote: ownKey<[language: string, bet: object]>('option', 'quote'),
  open: ownKey('option', 'open'),
  history: ownKey<[filters: object]>('option', 'history'),
  one: ownKey<[optionId: string]>('option', 'one'),
  standing: ownKey('option', 'standing'),
};

export const option = {
  name: 'option',
  screens: {
    options: {
      file: 'OptionScreen',
      routes: loggedIn('trading', '/optionTrade'),
      noPath: true,
      shape: 'terminal',
      entry: ['/optionTrade'],
      texts: ['spot', 'watchlist'],
      menus: { trade: { at: 3 } },
    },
    optionRecords: {
      file: 'OptionRecordsScreen',
      routes: loggedIn('records', '/optionRecord'),
      inside: 'options',
      menus: { trade: { at: 10 }, 'centre.records': { at: 8 } },
    },
  },
  keys: optionKeys,
} satisfies Feature;
