import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SessionView } from '../../contracts/account.contract.js';
import { startClient, type StartedClient } from '../kit/console.js';
import {
  demoSession,
  everyRealVisit,
  everyVisit,
  examined,
  nameOf,
  openWindows,
  realSession,
  toursOf,
  walk,
  type SweepWindows,
} from '../kit/sweep.js';

const HOUR_MS = 3_600_000;
const visits = [...everyVisit(), ...everyRealVisit()];
const toExamine = examined(visits);
let started: StartedClient;
let demo: SessionView;
let real: SessionView;
let windows: SweepWindows;

beforeAll(async () => {
  started = await startClient();
  windows = await openWindows(started.browser);
  demo = await demoSession(started.url);
  real = await realSession(started.url);
});
afterAll(() => started?.close());

describe('every screen in every language, theme and window, as visitor, demo and real', () => {
  it.each(toursOf(visits).map((tour) => [nameOf(tour), tour] as const))(
    'is without a fault: %s',
    async (_, tour) => {
      const session = tour.who === 'real user' ? real : demo;
      const faults = await walk({ windows, url: started.url, session }, tour, toExamine);
      expect(faults).toEqual([]);
    },
    HOUR_MS,
  );
});
