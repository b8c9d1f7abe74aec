import type { Feature } from '../../lib/feature.js';
import { key } from '../../lib/keys.js';

export const contentKeys = {
  brand: key<[language: string]>('content', 'brand'),
  entry: key<[language: string, name: string | number | undefined]>('content', 'entry'),
  list: key<[language: string, kind: string, category: string | undefined]>('content', 'list'),
  pages: key<[language: string, kind: string, whose: string]>('content', 'pages'),
  search: key<[language: string, words: string]>('content', 'search'),
  newest: key<[language: string, kind: string, limit: number]>('content', 'newest'),
};

export const content = {
  name: 'content',
  keys: contentKeys,
} satisfies Feature;
