import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { SessionView } from '../../contracts/account.contract.js';
import { ROUTES } from '../../client/app/routes.js';
import { openClient, type WindowKind } from '../kit/browser.js';
import { startConsole, type StartedConsole } from '../kit/console.js';
import {
  demoSession,
  everyVisit,
  examined,
  nameOf,
  pairwiseVisits,
  stretch,
  toursOf,
  walk,
  type Visit,
} from '../kit/sweep.js';

jest.setTimeout(120_000);

const visits = pairwiseVisits();
let started: StartedConsole;
let session: SessionView;

beforeAll(async () => {
  started = await startConsole();
  session = await demoSession(started.url);
});
afterAll(() => started?.close());

describe('the visits of the pairwise sweep', () => {
  it('hold every pair of values that the full product holds', () => {
    const held = pairsOf(visits);
    expect([...pairsOf(everyVisit())].filter((pair) => !held.has(pair))).toEqual([]);
  });

  it('come to every path', () => {
    const paths = new Set(visits.map(({ route }) => route.path));
    expect(ROUTES.map(({ path }) => path).filter((path) => !paths.has(path))).toEqual([]);
  });
});

describe('every screen', () => {
  const toExamine = examined(visits);

  it.each(toursOf(visits).map((tour) => [nameOf(tour), tour] as const))('is without a fault: %s', async (_, tour) => {
    expect(await walk({ ...started, session }, tour, toExamine)).toEqual([]);
  });
});

describe('a language whose words are longer by two fifths', () => {
  it.each(['phone', 'desktop'] as WindowKind[])('has room on every screen of a %s', async (kind) => {
    const { page, close } = await openClient(started, kind);
    await page.evaluate(`localStorage.setItem('glassbook.session', ${JSON.stringify(keptSession())})`);
    const found: string[] = [];
    for (const path of new Set(visits.map(({ route }) => route.path))) {
      await page.goto(started.url + path);
      await page.locator('main h1').first().waitFor();
      found.push(...(await stretch(page)).map((text) => `${path}: ${text}`));
    }
    expect(found).toEqual([]);
    await close();
  });
});

function keptSession(): string {
  return JSON.stringify({ state: { session }, version: 1 });
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
