import type { BuiltScreen } from './routes';

export interface Entrance {
  paths: readonly string[];
  screen: BuiltScreen;
  /** Below `client/features/`. */
  module: string;
  /** Whose texts it shows, besides `common`. */
  nouns: readonly string[];
}

/** The screens that people come to first. What they need is fetched with the page, and drawn together with its frame. */
export const ENTRANCES: readonly Entrance[] = [
  { paths: ['/', '/index'], screen: 'home', module: 'home/HomeScreen.tsx', nouns: ['home'] },
  { paths: ['/market'], screen: 'market', module: 'market/MarketScreen.tsx', nouns: ['market'] },
  { paths: ['/help'], screen: 'help', module: 'content/HelpScreen.tsx', nouns: ['content'] },
  { paths: ['/login'], screen: 'login', module: 'account/LoginScreen.tsx', nouns: ['account'] },
  { paths: ['/currencyTrade'], screen: 'spot', module: 'spot/SpotScreen.tsx', nouns: ['spot'] },
];

export const entranceAt = (path: string): Entrance | undefined => ENTRANCES.find(({ paths }) => paths.includes(path));
