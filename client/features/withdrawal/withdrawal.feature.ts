import { loggedIn, type Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const withdrawalKeys = {
  rules: ownKey('withdrawal', 'rules'),
  preview: ownKey<[language: string, request: object]>('withdrawal', 'preview'),
  one: ownKey<[language: string, withdrawalId: string]>('withdrawal', 'one'),
  list: ownKey<[language: string, filters: object]>('withdrawal', 'list'),
};

export const withdrawal = {
  name: 'withdrawal',
  screens: {
    withdrawal: {
      file: 'WithdrawalScreen',
      routes: loggedIn('funding', '/authenticationcj'),
      menus: { assets: { at: 4 }, 'centre.money': { at: 3 } },
    },
    withdrawalRecords: {
      file: 'BankRecordsScreen',
      routes: loggedIn('records', '/tbjl', '/addcardRecord'),
      menus: { records: { at: 4, icon: 'up' }, 'centre.records': { at: 4 } },
    },
    cryptoWithdrawalRecords: {
      file: 'CryptoRecordsScreen',
      routes: loggedIn('records', '/moneyRecord'),
      inside: 'withdrawalRecords',
      menus: { 'centre.records': { at: 5 } },
    },
  },
  keys: withdrawalKeys,
  parts: { withdrawalRules: 'RulesPart' },
} satisfies Feature;
