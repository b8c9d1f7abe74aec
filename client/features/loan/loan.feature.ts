import { loggedIn, type Feature } from '../../lib/feature.js';
import { key, ownKey } from '../../lib/keys.js';

export const loanKeys = {
  products: key('loan', 'products'),
  my: ownKey<[language: string]>('loan', 'my'),
  list: ownKey<[filters: object]>('loan', 'list'),
  one: ownKey<[loanId: string]>('loan', 'one'),
};

export const loan = {
  name: 'loan',
  screens: {
    loanProducts: {
      file: 'ProductsScreen',
      routes: loggedIn('loans', '/ldcoin'),
      inside: 'home',
      menus: { wealth: { at: 6 } },
      texts: ['risk'],
    },
    loans: { file: 'LoansScreen', routes: loggedIn('loans', '/repaymentNew'), texts: ['risk', 'personal'] },
    repayment: {
      file: 'RepaymentScreen',
      routes: loggedIn('loans', '/repayment2'),
      inside: 'loans',
      needsNumber: true,
      texts: ['review', 'personal', 'c2c', 'transfer'],
    },
  },
  keys: loanKeys,
} satisfies Feature;
