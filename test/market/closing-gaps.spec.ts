import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { closeAt, gapShare, type Close } from '../../server/market/contract/gap.js';
import { DEFAULT_EPOCH_MS } from '../../server/market/simulator/epochs.js';
import { PriceModel } from '../../server/market/simulator/price-model.js';
import { testCatalogue } from '../../server/market/simulator/simulator.testkit.js';
import { ExpectedVariances } from '../../server/market/volatility/expected-variance.js';
import { times } from '../kit/level.js';

/** Over redrawn closes, a price gaps further than margins are raised for once in a thousand times, and no more often. */

const LAUNCH_AT = Date.UTC(2026, 0, 5);
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
const YEARS = 8;
const HISTORIES = times(1, 6);
const CHANCE = 0.001;

interface Gap {
  readonly rate: number;
  /** Down or up, as a share of the close. */
  readonly moved: number;
}

function gapsOf(symbol: string, isMeant: (close: Close) => boolean): Gap[] {
  const gaps: Gap[] = [];
  for (let history = 0; history < HISTORIES; history += 1) {
    const seedOf = (epoch: number): string => createHash('sha256').update(`gap ${history} ${epoch}`).digest('hex');
    const model = new PriceModel({ ...testCatalogue, launchAt: LAUNCH_AT, epochMs: DEFAULT_EPOCH_MS, seedOf });
    const expected = new ExpectedVariances(model);
    let close = closeAt((at) => model.sessionState(symbol, at), LAUNCH_AT + 30 * DAY_MS);
    while (close !== undefined && close.opensAt < LAUNCH_AT + YEARS * 365 * DAY_MS) {
      if (isMeant(close)) {
        const rate = gapShare(model, expected, symbol, close, close.warnsAt) ?? 0;
        const [before, after] = [close.closesAt - 250, close.opensAt].map((at) => model.exactTicksAt(symbol, at));
        gaps.push({ rate, moved: (after as number) / (before as number) - 1 });
      }
      close = closeAt((at) => model.sessionState(symbol, at), close.opensAt);
    }
  }
  return gaps;
}

const hoursShut = ({ closesAt, opensAt }: Close): number => (opensAt - closesAt) / HOUR_MS;
const [isBreak, isNight, isLong] = [
  (close: Close) => hoursShut(close) < 3,
  (close: Close) => hoursShut(close) >= 3 && hoursShut(close) < 24,
  (close: Close) => hoursShut(close) >= 24,
];

describe.each([
  ['a stock over a night', ['AAPLUSDT', 'PLTRUSDT', '9984USDT'], isNight],
  ['a stock over a weekend or a holiday', ['AAPLUSDT', 'PLTRUSDT', '9984USDT'], isLong],
  ['an exchange rate over a weekend', ['EURUSDT', 'USDMXNUSDT', 'USDJPYUSDT'], isLong],
  ['Tokyo over lunch, metals and energy over their daily hour', ['9984USDT', 'XAUUSDT', 'WTIUSDT'], isBreak],
] as const)('%s', (_, symbols, isMeant) => {
  const gaps = symbols.flatMap((symbol) => gapsOf(symbol, isMeant));
  const beyond = (scale: number): number => gaps.filter(({ rate, moved }) => Math.abs(moved) > scale * rate).length;
  const due = gaps.length * CHANCE;
  const error = Math.sqrt(due * (1 - CHANCE));

  it('gaps further than the rate in one of a thousand closes at most', () => {
    expect(gaps.length).toBeGreaterThan(1_000);
    expect(beyond(1)).toBeLessThanOrEqual(due + 3 * error);
  });

  it('would gap further than two thirds of it too often', () => {
    expect(beyond(2 / 3)).toBeGreaterThan(due + 3 * error);
  });
});
