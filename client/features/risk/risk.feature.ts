import { everybody, loggedIn, type Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const riskKeys = {
  standing: ownKey('risk', 'standing'),
};

export const risk = {
  name: 'risk',
  screens: {
    questionnaire: { file: 'QuestionnaireScreen', routes: everybody('account', '/questionnaire'), inside: 'risk' },
    risk: {
      file: 'RiskScreen',
      routes: loggedIn('verification', '/fengxian'),
      menus: { 'centre.verification': { at: 5 } },
    },
  },
  keys: riskKeys,
} satisfies Feature;
