import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { SessionView } from '../../contracts/account.contract.js';
import { ROUTES } from '../../client/app/routes.js';
import { languageKeys } from '../../shared/language.js';
import type { WindowKind } from '../kit/browser.js';
import { startClient, type StartedClient } from '../kit/console.js';
import { some } from '../kit/level.js';
import {
  demoSession,
  enter,
  everyVisit,
  examined,
  fewestTours,
  go,
  nameOf,
  openWindows,
  pairwiseVisits,
  realSession,
  realVisits,
  stretch,
  toursOf,
  walk,
  type SweepWindows,
  type Tour,
  type Visit,
} from '../kit/sweep.js';

jest.setTimeout(180_000);

const visits = pairwiseVisits();
let started: StartedClient;
let session: SessionView;
let windows: SweepWindows;

beforeAll(async () => {
  started = await startClient({ instruments: 'whole' });
  windows = await openWindows(started.browser);
  session = await demoSession(started.url);
});
afterAll(() => started?.close());

describe('the visits of the pairwise sweep', () => {
  it('hold every pair of values that the full product holds', () => {
    const held = pairsOf(visits);
    expect([...pairsOf(everyVisit())].filter((pair) => !held.has(pair))).toEqual([]);
  });

  it('come to every path', () => {
    for (const tours of [toursOf(visits), fewestTours(toursOf(visits))]) {
      const paths = new Set(tours.flatMap((tour) => tour.visits.map(({ route }) => route.path)));
      expect(ROUTES.map(({ path }) => path).filter((path) => !paths.has(path))).toEqual([]);
      expect(new Set(tours.map(({ language }) => language)).size).toBe(languageKeys.length);
    }
  });
});

describe('every screen', () => {
  const tours = some(toursOf(visits), fewestTours);
  let walked: ReadonlyMap<Tour, Promise<string[]>>;
  beforeAll(() => {
    const toExamine = examined(tours.flatMap((tour) => tour.visits));
    walked = inTurn(tours, (tour) => walk({ windows, url: started.url, session }, tour, toExamine));
  });

  it.each(tours.map((tour) => [nameOf(tour), tour] as const))('is without a fault: %s', async (_, tour) => {
    const faults = await walked.get(tour);
    expect(faults).toEqual([]);
  });
});

describe('every screen behind the log-in', () => {
  const tours = toursOf(some(realVisits(), (all) => all.filter((_, n) => n % 4 < 2)));
  let walked: ReadonlyMap<Tour, Promise<string[]>>;
  beforeAll(async () => {
    const real = await realSession(started.url);
    walked = inTurn(tours, (tour) => walk({ windows, url: started.url, session: real }, tour, new Set()));
  });

  it.each(tours.map((tour) => [nameOf(tour), tour] as const))('is without a fault: %s', async (_, tour) => {
    const faults = await walked.get(tour);
    expect(faults).toEqual([]);
  });
});

describe('a language whose words are longer by two fifths', () => {
  const kinds: readonly { window: WindowKind }[] = [{ window: 'phone' }, { window: 'desktop' }];
  let found: ReadonlyMap<{ window: WindowKind }, Promise<string[]>>;
  beforeAll(() => {
    found = inTurn(kinds, ({ window }) => stretched(window));
  });

  it.each(kinds)('has room on every screen of a $window', async (kind) => {
    const cut = await found.get(kind);
    expect(cut).toEqual([]);
  });
});

async function stretched(kind: WindowKind): Promise<string[]> {
  const page = windows[kind];
  await enter(page, { url: started.url, session }, { language: 'en', theme: 'light', who: 'user' });
  const found: string[] = [];
  const paths = [...new Set(visits.map(({ route }) => route.path))];
  // Shortly, every other on the one window and the rest on the other.
  const walked = some(paths, (all) => all.filter((_, n) => (n % 2 === 0) === (kind === 'phone')));
  for (const [n, path] of walked.entries()) {
    await go(page, started.url, path, n === 0);
    found.push(...(await stretch(page)).map((text) => `${path}: ${text}`));
  }
  return found;
}

/** What shares a window follows one another; the two windows go on at a time. */
function inTurn<Of extends { window: WindowKind }>(
  all: readonly Of[],
  walkOne: (one: Of) => Promise<string[]>,
): Map<Of, Promise<string[]>> {
  const last = new Map<WindowKind, Promise<unknown>>();
  return new Map(
    all.map((one) => {
      const end = (last.get(one.window) ?? Promise.resolve()).then(() => walkOne(one));
      // Its own test reports the failure; an unhandled rejection before that would end the whole run.
      last.set(
        one.window,
        end.catch(() => undefined),
      );
      return [one, end];
    }),
  );
}

function pairsOf(all: readonly Visit[]): Set<string> {
  return new Set(
    all.flatMap((visit) => {
      const { route, language, theme, window, who } = visit;
      const values = [`screen ${route.screen}`, language, theme, window, who];
      return values.flatMap((one, index) => values.slice(index + 1).map((other) => `${one}, ${other}`));
    }),
  );
}
