import { loggedIn, type Feature } from '../../lib/feature.js';

export const upcoming = {
  name: 'upcoming',
  screens: {
    newCoins: { routes: loggedIn('newCoins', '/subscription'), inside: 'home', menus: { wealth: { at: 5 } } },
    newCoinRecords: { routes: loggedIn('newCoins', '/subscriptionRecord'), inside: 'newCoins' },
    newCoinBuy: { routes: loggedIn('newCoins', '/subscriptionBuy'), inside: 'newCoins' },
    repayment: { routes: loggedIn('loans', '/repayment2'), inside: 'loans', needsNumber: true },
    loans: { routes: loggedIn('loans', '/repaymentNew') },
    loanProducts: { routes: loggedIn('loans', '/ldcoin'), inside: 'home', menus: { wealth: { at: 6 } } },
    vip: { routes: loggedIn('wealth', '/vip_index'), menus: { wealth: { at: 2 } } },
    myVip: { routes: loggedIn('wealth', '/vip_wdtg') },
    buyLowRisk: { routes: loggedIn('wealth', '/etflow_buy'), menus: { wealth: { at: 3 } } },
    myBalanced: { routes: loggedIn('wealth', '/etf_wdtg'), menus: { wealth: { at: 4 } } },
    myLowRisk: { routes: loggedIn('wealth', '/etflow_wdtg') },
  },
} satisfies Feature;
