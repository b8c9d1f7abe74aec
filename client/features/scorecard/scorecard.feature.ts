import { everybody, type Feature } from '../../lib/feature.js';
import { key } from '../../lib/keys.js';

export const scorecardKeys = {
  all: key('scorecard', 'all'),
};

export const scorecard = {
  name: 'scorecard',
  screens: {
    scorecard: {
      file: 'ScorecardScreen',
      routes: everybody('content', '/scorecard'),
      menus: { 'centre.more': { at: 11 } },
    },
  },
  keys: scorecardKeys,
} satisfies Feature;
