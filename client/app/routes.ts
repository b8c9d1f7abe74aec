import { FEATURES } from '../features.js';
import { AREAS, type Route, type Screen } from '../lib/feature.js';

/** Every screen of every feature; those of one area stand together. */
export const SCREENS = FEATURES.flatMap(({ name: feature, screens }) =>
  Object.entries(screens ?? {}).map(([name, screen]) => ({ ...screen, feature, name })),
).sort((a, b) => areaOf(a) - areaOf(b));

const BY_NAME = new Map(SCREENS.map((screen) => [screen.name, screen]));

export const screenOf = (name: string): (typeof SCREENS)[number] | undefined => BY_NAME.get(name);

export interface RouteSpec extends Route {
  /** The screen's name. Two paths with one name show the same screen. */
  screen: string;
}

/**
 * Every route of the product: those of the specification (section 2), and the explorer of the simulated networks, which it
 * does not know.
 */
export const ROUTES: readonly RouteSpec[] = SCREENS.flatMap(({ name, routes }) =>
  routes.map((route) => ({ ...route, screen: name })),
);

/** Addresses that only lead to another. */
export const REDIRECTS: Readonly<Record<string, string>> = { '/asset': '/table1' };

/** The canonical path of a screen: the first one that shows it. */
export const pathOf = (screen: string): string => screenOf(screen)?.routes[0]?.path ?? '/';

/** Where a screen's code is, below `client/features/`. */
export const moduleOf = ({ feature, file }: (typeof SCREENS)[number]): string => `${feature}/${file}.tsx`;

/** The screen that a path without a query shows, redirects followed; `''` for none. */
export const screenAt = (path: string): string =>
  ROUTES.find((route) => route.path === (REDIRECTS[path] ?? path))?.screen ?? '';

/** The login address, with the way back and its query. */
export const loginPath = (from: string): string => `/login?from=${encodeURIComponent(from)}`;

/** Only paths of our own are followed back after a login. */
export const safeReturn = (from: string | null): string =>
  from !== null && /^\/(?![/\\])/.test(from) && !from.startsWith('/login') ? from : '/table1';

function areaOf({ routes: [first] }: Screen): number {
  return first === undefined ? 0 : AREAS.indexOf(first.area);
}
