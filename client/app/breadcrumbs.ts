import type { Area } from '../lib/feature';
import { screenOf } from './routes';

/** What a screen is inside of, unless its declaration names another. */
const AREA_PARENTS: Readonly<Record<Area, string>> = {
  content: 'home',
  account: 'userCentre',
  verification: 'identity',
  trading: 'home',
  newCoins: 'newCoins',
  loans: 'loanProducts',
  wealth: 'custody',
  funding: 'assets',
  records: 'assets',
  c2c: 'c2c',
};

/** The screens above one, from the home page down; none for a screen that stands by itself. */
export function pathTo(screen: string): readonly string[] {
  if (screenOf(screen)?.noPath) return [];
  const path: string[] = [];
  for (let at = parentOf(screen); at !== undefined; at = parentOf(at)) path.unshift(at);
  return path;
}

function parentOf(name: string): string | undefined {
  if (name === 'home') return undefined;
  const screen = screenOf(name);
  return screen?.inside ?? (screen?.routes[0] ? AREA_PARENTS[screen.routes[0].area] : 'home');
}
