import type { Shape } from '../lib/feature';
import { ROUTES, screenOf } from './routes';

export type { Shape };

const ROWS = Array.from({ length: 10 }, () => 'row');
/** What stands on a screen while it loads, in the order of reading. */
export const PARTS: Readonly<Record<Shape, readonly string[]>> = {
  terminal: ['bar', 'chart', 'book', 'side', 'orders'],
  assets: ['title', 'total', 'card', 'card', 'card', ...ROWS],
  market: ['title', 'tabs', ...ROWS],
  page: ['title', 'card', 'card', 'card'],
};

export const shapeOf = (pathname: string): Shape =>
  screenOf(ROUTES.find(({ path }) => path === pathname)?.screen ?? '')?.shape ?? 'page';
