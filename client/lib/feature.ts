import type { Key } from './keys.js';

/** What a noun shows, as its folder declares it: `client/features.ts` lists the declarations. No screen is imported by one. */
export interface Feature {
  /** Its folder. The texts of its entrances have the same name. */
  name: string;
  /** By name: a screen's title is `common:screen.<name>`. */
  screens?: Readonly<Record<string, Screen>>;
  /** What it shows inside screens of others: files in its folder, without `.tsx`. */
  parts?: Partial<Record<keyof Parts, string>>;
  keys?: Readonly<Record<string, Key<never>>>;
  /** The queries to refetch after a push. Any other change of the person refetches everything. */
  staleAfter?: Partial<Record<Pushed, readonly Key<never>[]>>;
}

/** What a noun may show inside a screen of another, and what it is given there. */
export interface Parts {
  withdrawalRules: object;
  comingBrackets: { underlying: string };
  buyByDeposit: { coin: string };
  buyByC2c: {
    coin: string;
    /** In USDT. */
    amount: string;
    /** The order that was placed here; empty before. */
    orderId: string;
    onOrder: (orderId: string) => void;
    /** On from so many USDT to the coin. */
    onConvert: (bought: string) => void;
  };
}

export interface Screen {
  /** The file in the feature's folder, without `.tsx`. */
  file: string;
  /** The first of them is the canonical one. */
  routes: readonly Route[];
  /** The parent screen, where the area does not imply it. */
  inside?: string;
  /** The main navigation leads to it, or it fills the window: no path stands over it. */
  noPath?: true;
  shape?: Shape;
  /** An article or a single order is nothing without its number. */
  needsNumber?: true;
  /** A demo account has no use for it. */
  realOnly?: true;
  /** The paths by which people come first: what the screen needs there is fetched with the page. */
  entry?: readonly string[];
  /** Whose texts it shows at once, besides its own noun's. */
  texts?: readonly string[];
  menus?: Partial<Record<MenuName, { at: number; icon?: MenuIcon; path?: string }>>;
}

/** Who may open a screen: everybody, or only who is logged in. */
type Access = 'public' | 'login';

/** What a screen is about: where it stands in the path of screens. */
export const AREAS = [
  'content',
  'account',
  'verification',
  'trading',
  'newCoins',
  'loans',
  'wealth',
  'funding',
  'records',
  'c2c',
] as const;
export type Area = (typeof AREAS)[number];

export interface Route {
  path: string;
  access: Access;
  area: Area;
}

export const everybody = (area: Area, ...paths: readonly string[]): Route[] =>
  paths.map((path) => ({ path, access: 'public', area }));

export const loggedIn = (area: Area, ...paths: readonly string[]): Route[] =>
  paths.map((path) => ({ path, access: 'login', area }));

/** How a screen looks while it loads. */
export type Shape = 'terminal' | 'assets' | 'market' | 'page';

/** The menus of the main ways, the two parts of the user menu, and the groups of the user centre. */
export type MenuName =
  | 'trade'
  | 'wealth'
  | 'assets'
  | 'personal'
  | 'records'
  | `centre.${'account' | 'verification' | 'money' | 'records' | 'more'}`;

export type MenuIcon = 'down' | 'edit' | 'home' | 'layers' | 'list' | 'lock' | 'up' | 'user' | 'wave' | 'wealth';

/** What the server pushes about the person as it happens. */
export type Pushed = 'assets' | 'orders' | 'ended-orders' | 'trades' | 'anything';
