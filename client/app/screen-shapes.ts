import { ROUTES } from './routes';

export type Shape = 'terminal' | 'assets' | 'market' | 'page';

const SHAPES: Readonly<Record<string, Shape>> = { spot: 'terminal', assets: 'assets', market: 'market' };

const ROWS = Array.from({ length: 10 }, () => 'row');
/** What stands on a screen while it loads, in the order of reading. */
export const PARTS: Readonly<Record<Shape, readonly string[]>> = {
  terminal: ['bar', 'chart', 'book', 'side', 'orders'],
  assets: ['title', 'total', 'card', 'card', 'card', ...ROWS],
  market: ['title', 'tabs', ...ROWS],
  page: ['title', 'card', 'card', 'card'],
};

export const shapeOf = (pathname: string): Shape =>
  SHAPES[ROUTES.find(({ path }) => path === pathname)?.screen ?? ''] ?? 'page';
