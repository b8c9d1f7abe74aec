import { everybody, type Feature } from '../../lib/feature.js';
import { key } from '../../lib/keys.js';

export const homeKeys = {
  figures: key('home', 'figures'),
  checkpoint: key<[realm: string]>('home', 'checkpoint'),
};

export const home = {
  name: 'home',
  screens: {
    home: { file: 'HomeScreen', routes: everybody('content', '/', '/index'), noPath: true, entry: ['/', '/index'] },
  },
  keys: homeKeys,
} satisfies Feature;
