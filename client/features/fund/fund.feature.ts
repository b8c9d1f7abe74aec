import type { FundLevel } from '../../../shared/fund.js';
import { loggedIn, type Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const fundKeys = {
  one: ownKey<[language: string, level: FundLevel]>('fund', 'one'),
  requests: ownKey<[filters: object]>('fund', 'requests'),
  plans: ownKey('fund', 'plans'),
};

export const fund = {
  name: 'fund',
  screens: {
    buyFund: {
      file: 'BuyScreen',
      routes: loggedIn('wealth', '/etflow_buy'),
      texts: ['transfer'],
      menus: { wealth: { at: 3 } },
    },
    myBalanced: {
      file: 'MyBalancedScreen',
      routes: loggedIn('wealth', '/etf_wdtg'),
      texts: ['transfer'],
      menus: { wealth: { at: 4 } },
    },
    myLowRisk: { file: 'MyLowRiskScreen', routes: loggedIn('wealth', '/etflow_wdtg'), texts: ['transfer'] },
  },
  keys: fundKeys,
} satisfies Feature;
