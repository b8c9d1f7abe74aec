import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, ConsoleMessage, Page, Request } from 'playwright-core';
import type { SessionView } from '../../contracts/account.contract.js';
import { languageKeys, type Language } from '../../shared/language.js';
import { ROUTES, type RouteSpec } from '../../client/app/routes.js';
import type { WalletChallengeView } from '../../contracts/wallet.contract.js';
import { unfit } from './axe.js';
import { PICTURES, WINDOWS, overflowOf, photograph, type WindowKind } from './browser.js';
import { eventually } from './eventually.js';
import { read } from './sources.js';
import { TestWallet } from './wallets.js';

/** One look at one route: how, in which words, on what, as whom. */
export interface Visit {
  route: RouteSpec;
  language: Language;
  theme: 'light' | 'dark';
  window: WindowKind;
  who: 'visitor' | 'user' | 'real user';
}

/** Visits that share a window: it is opened once, and the routes follow one another in it as clicks would bring them. */
export type Tour = Omit<Visit, 'route'> & { visits: Visit[] };

/** What a sweep measures is counted in pixels of CSS; the finer ones of a phone only take four times the drawing. */
const COARSE = { deviceScaleFactor: 1 } as const;

const THEMES = ['light', 'dark'] as const;
const WINDOW_KINDS = ['desktop', 'phone'] as const;
const PEOPLE = ['visitor', 'user'] as const;

/** Every combination there is. */
export function everyVisit(): Visit[] {
  return ROUTES.flatMap((route) =>
    languageKeys.flatMap((language) =>
      THEMES.flatMap((theme) =>
        WINDOW_KINDS.flatMap((window) => PEOPLE.map((who) => ({ route, language, theme, window, who }))),
      ),
    ),
  );
}

/**
 * Few visits that hold every pair of values: each screen in each language, and theme, window and person turning at their own
 * speeds; a second path to a screen is walked once. A test beside this proves that no pair and no path is missing.
 */
export function pairwiseVisits(): Visit[] {
  const screens = new Set<string>();
  return ROUTES.flatMap((route, r) => {
    const languages = screens.has(route.screen) ? [languageKeys[r % 9]!] : languageKeys;
    screens.add(route.screen);
    return languages.map((language) => visitOf(route, r, language));
  });
}

function visitOf(route: RouteSpec, r: number, language: Language): Visit {
  const l = languageKeys.indexOf(language);
  return {
    route,
    language,
    theme: THEMES[(r + l) % 2]!,
    window: WINDOW_KINDS[((r >> 1) + l + (l >> 1)) % 2]!,
    // A visitor sees one and the same login page at every address that needs one.
    who: route.access === 'login' ? PEOPLE[l === r % 9 ? 0 : 1]! : PEOPLE[((r >> 2) + (l >> 1)) % 2]!,
  };
}

/** Every screen behind the log-in once with a real account, half of them on a dark phone in German. */
export function realVisits(): Visit[] {
  const screens = new Map(ROUTES.filter(({ access }) => access === 'login').map((route) => [route.screen, route]));
  return [...screens.values()].map((route, r) =>
    r % 2 === 0
      ? { route, language: 'de', theme: 'dark', window: 'phone', who: 'real user' }
      : { route, language: 'jp', theme: 'light', window: 'desktop', who: 'real user' },
  );
}

/** Every screen behind the log-in in every look, with a real account. */
export function everyRealVisit(): Visit[] {
  return everyVisit().flatMap((visit) =>
    visit.route.access === 'login' && visit.who === 'user' ? [{ ...visit, who: 'real user' as const }] : [],
  );
}

/** The same visits, those together that can share a window. */
export function toursOf(visits: readonly Visit[]): Tour[] {
  const tours = new Map<string, Tour>();
  for (const visit of visits) {
    const { language, theme, window, who } = visit;
    const key = nameOf(visit);
    const tour = tours.get(key) ?? { language, theme, window, who, visits: [] };
    tour.visits.push(visit);
    tours.set(key, tour);
  }
  return [...tours.values()];
}

/** Few of the tours, one and more in every language, theme and window, that together come to each path once. */
export function fewestTours(tours: readonly Tour[]): Tour[] {
  const taken = new Map(languageKeys.map((language, n) => [longestOf(tours, language, n), [] as Visit[]]));
  const longestFirst = [...tours].sort((a, b) => b.visits.length - a.visits.length);
  const loadOf = (tour: Tour): number => taken.get(tour)?.length ?? Infinity;
  for (const path of new Set(tours.flatMap(({ visits }) => visits.map(({ route }) => route.path)))) {
    const there = ({ route }: Visit): boolean => route.path === path;
    const tour = longestFirst
      .filter(({ visits }) => visits.some(there))
      .reduce((a, b) => (loadOf(b) < loadOf(a) ? b : a));
    taken.set(tour, [...(taken.get(tour) ?? []), ...tour.visits.filter(there)]);
  }
  return [...taken].map(([tour, visits]) => ({ ...tour, visits }));
}

/** Theme and window take turns from one language to the next. */
function longestOf(tours: readonly Tour[], language: Language, n: number): Tour {
  const next = [language, THEMES[n % 2], WINDOW_KINDS[(n >> 1) % 2]];
  const like = tours.filter((tour) => isDeepStrictEqual([tour.language, tour.theme, tour.window], next));
  return like.sort((a, b) => b.visits.length - a.visits.length)[0]!;
}

export const nameOf = ({ language, theme, window, who }: Omit<Visit, 'route'>): string =>
  `${language}, ${theme}, ${window}, as a ${who}`;

/** Two visits of each screen, one in each theme and each window: words change neither names nor contrast. */
export function examined(visits: readonly Visit[]): Set<Visit> {
  const first = new Map<string, Visit>();
  for (const visit of visits) {
    const { theme, window, route } = visit;
    const look = `${theme} ${window}`;
    if (look !== 'light desktop' && look !== 'dark phone') continue;
    if (!first.has(`${route.screen} ${look}`)) first.set(`${route.screen} ${look}`, visit);
  }
  return new Set(first.values());
}

/** A demo account of its own, as the page keeps it. */
export async function demoSession(url: string): Promise<SessionView> {
  const answer = (await (await fetch(`${url}/web/tempLogin`)).json()) as { data: SessionView };
  return answer.data;
}

/** A real account of its own: an unknown wallet opens one without a code. */
export async function realSession(url: string): Promise<SessionView> {
  const wallet = new TestWallet(Date.now());
  const request = new URLSearchParams({ purpose: 'login', address: wallet.address, domain: new URL(url).host });
  const response = await fetch(`${url}/web/getWalletChallenge?${request}`);
  const { nonce, message } = ((await response.json()) as { data: WalletChallengeView }).data;
  const body = new URLSearchParams({ nonce, signature: wallet.sign(message), country: 'DE', agreement: 'yes' });
  const answer = await fetch(`${url}/web/walletLogin`, { method: 'POST', body });
  return ((await answer.json()) as { data: SessionView }).data;
}

/** One window of each kind: a browser that has once compiled the screens does not do it again for the next tour. */
export type SweepWindows = Readonly<Record<WindowKind, Page>>;

export async function openWindows(browser: Browser): Promise<SweepWindows> {
  const open = async (kind: WindowKind): Promise<Page> => {
    const context = await browser.newContext({ ...WINDOWS[kind], ...COARSE, reducedMotion: 'reduce' });
    return context.newPage();
  };
  const [desktop, phone] = await Promise.all([open('desktop'), open('phone')]);
  return { desktop, phone };
}

/** `PHOTOGRAPH=1` keeps a picture of every visit. */
const isPhotographed = process.env['PHOTOGRAPH'] !== undefined;

const pictureOf = ({ route, ...look }: Visit): string =>
  `sweep${route.path.replaceAll('/', '-')} ${nameOf(look)}`.replaceAll(/[ ,]+/g, '-');

/** A page beside the pictures of a tour: each route with its picture. */
function tablePictures(tour: Tour): void {
  const rows = tour.visits.map(
    (visit) => `<tr><td>${visit.route.path}<td><img loading="lazy" width="640" src="${pictureOf(visit)}.png">`,
  );
  const title = `Routes, ${nameOf(tour)}`;
  const page = `<!doctype html><title>${title}</title><h1>${title}</h1><table>${rows.join('\n')}</table>\n`;
  writeFileSync(join(PICTURES, `${nameOf(tour).replaceAll(/[ ,]+/g, '-')}.html`), page);
}

/** Where a tour is walked, and whose session it has unless a visitor walks it. */
interface Place {
  windows: SweepWindows;
  url: string;
  session: SessionView;
}

/** Walks a tour and answers every fault, with its path. Two tours of one window must follow one another. */
export async function walk(place: Place, tour: Tour, toExamine: ReadonlySet<Visit>): Promise<string[]> {
  const page = place.windows[tour.window];
  const faults: string[] = [];
  let at = '';
  const thrown = (error: Error) => faults.push(`${at}: ${error.message}`);
  const said = (message: ConsoleMessage) => message.type() === 'error' && faults.push(`${at}: ${message.text()}`);
  try {
    await enter(page, place, tour);
    page.on('pageerror', thrown).on('console', said);
    for (const [n, visit] of tour.visits.entries()) {
      at = visit.route.path;
      await go(page, place.url, at, n === 0);
      await eventually(() => faultsOf(page, toExamine.has(visit))).toEqual([]);
      if (isPhotographed) await photograph(page, pictureOf(visit));
    }
  } catch (error) {
    faults.push(`${at}: ${String(error)}`);
  }
  page.off('pageerror', thrown).off('console', said);
  if (isPhotographed) tablePictures(tour);
  return faults;
}

/** As in a new browser: nothing is kept but what the tour brings along. */
export async function enter(
  page: Page,
  { url, session }: Omit<Place, 'windows'>,
  tour: Pick<Tour, 'language' | 'theme' | 'who'>,
) {
  // A page of the same address without a script that writes there.
  await page.goto(`${url}/robots.txt`);
  const preferences = { state: { language: tour.language, theme: tour.theme }, version: 1 };
  const kept = { state: { session: tour.who === 'visitor' ? null : session }, version: 1 };
  await page.evaluate(`
    sessionStorage.clear();
    localStorage.clear();
    localStorage.setItem('glassbook.preferences', ${JSON.stringify(JSON.stringify(preferences))});
    localStorage.setItem('glassbook.session', ${JSON.stringify(JSON.stringify(kept))});
  `);
}

/** Goes there as a link would: only the first address of a tour is loaded from the server. */
export async function go(page: Page, url: string, path: string, first: boolean): Promise<void> {
  pendingOf(page);
  if (first) await page.goto(url + path);
  else {
    await leave(page, path);
    const link = JSON.stringify(path);
    await page.evaluate(
      `history.pushState({}, '', ${link}); dispatchEvent(new PopStateEvent('popstate', { state: {} }))`,
    );
  }
  await filled(page);
}

/** Marks the screen that is left: its title stays until the next one is drawn, which then is waited for. */
async function leave(page: Page, path: string): Promise<void> {
  // A visitor stands at the log-in already when that is the next.
  if (new URL(page.url()).pathname === path) return;
  await page.evaluate<void>(
    "for (const title of document.querySelectorAll('main h1')) title.setAttribute('data-left', '')",
  );
}

/** Until what is fetched is there, or has failed visibly, and is drawn. */
async function filled(page: Page): Promise<void> {
  const pending = pendingOf(page);
  do {
    await shown(page);
    await Promise.all([...pending].map((request) => request.response().then((response) => response?.finished())));
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  } while (pending.size > 0 || (await page.locator('main [data-loading]').count()) > 0);
}

/** The page looks for itself: a locator that is missed three times is looked for again only half a second later. */
async function shown(page: Page): Promise<void> {
  await page.waitForFunction(
    (root) => root?.querySelector('main h1:not([data-left])') && !root.querySelector('main [data-loading]'),
    await page.locator('html').elementHandle(),
    { polling: 20 },
  );
}

const pendingRequests = new WeakMap<Page, Set<Request>>();

/** Requests of a page that have no whole answer yet: what they bring can still move what is measured. */
function pendingOf(page: Page): ReadonlySet<Request> {
  const known = pendingRequests.get(page);
  if (known !== undefined) return known;
  const pending = new Set<Request>();
  pendingRequests.set(page, pending);
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return pending;
}

async function faultsOf(page: Page, examine: boolean): Promise<string[]> {
  const faults: string[] = [];
  const overflow = await overflowOf(page);
  if (overflow > 0) faults.push(`sticks out by ${overflow} px`);
  if (examine) faults.push(...(await unfit(page)));
  return faults;
}

/**
 * Makes every word of the page 40% longer, as other languages do, and answers what then sticks out of the window or is cut
 * off without a sign: `text (how)`.
 */
export function stretch(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(read('test/kit/stretch.page.mjs'));
}
