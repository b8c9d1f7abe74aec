import { everybody, type Feature } from '../../lib/feature.js';
import { key } from '../../lib/keys.js';

export const riskPremiumKeys = {
  all: key('risk-premium', 'all'),
};

export const riskPremium = {
  name: 'risk-premium',
  screens: {
    riskPremiums: {
      file: 'RiskPremiumScreen',
      routes: everybody('content', '/premiums'),
      menus: { 'centre.more': { at: 12 } },
    },
  },
  keys: riskPremiumKeys,
} satisfies Feature;
