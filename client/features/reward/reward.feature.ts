import { everybody, type Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const rewardKeys = {
  rewards: ownKey('reward', 'rewards'),
  records: ownKey<[kind: string]>('reward', 'records'),
};

export const reward = {
  name: 'reward',
  screens: {
    benefits: {
      file: 'RewardScreen',
      routes: everybody('content', '/benefits'),
      menus: { 'centre.more': { at: 5 } },
      texts: ['content'],
    },
  },
  keys: rewardKeys,
} satisfies Feature;
