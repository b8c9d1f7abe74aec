import { createHash } from 'node:crypto';
import { openingPrice, openingSteps } from '../../shared/new-coin.js';
import { rateOfStep, stepsOfBand } from '../../shared/custody.js';
import { startOf } from '../../shared/utc-date.js';
import { FundPrices, type HoldingAction } from '../../server/core/ports/fund-prices.js';
import { CustodyRates, type RateBand } from '../../server/core/ports/custody-rates.js';
import { NewCoinMarket, type NewCoinTerms } from '../../server/core/ports/new-coin-market.js';
import type { Rng } from '../../server/core/rng.js';

export const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
const EPOCH_MS = 4 * HOUR_MS;
/** Assets of both baskets of a new installation, at prices to begin with. Coins never close; shares close on weekdays at 21:00 UTC. */
const ASSETS: Readonly<Record<string, number>> = {
  ...{ SHY: 82, AGG: 98, TIP: 108, GLD: 190, SPY: 480, EFA: 75, QQQ: 410, BTC: 50_000, ETH: 2_500 },
};
const COINS: ReadonlySet<string> = new Set(['BTC', 'ETH']);
const [DIVIDENDS, SPLITS, HALTED, DELISTED] = ['SPY', 'QQQ', 'GLD', 'EFA'];
const NO_ACTION = { perShare: null, newShares: null, oldShares: null, cashOut: null };

const hashOf = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join(' ')).digest('hex');
const drawn = (below: number, ...parts: readonly (string | number)[]): number =>
  Number.parseInt(hashOf(...parts).slice(0, 8), 16) % below;

/** Three years of closes: they wander, and there are holidays, a halt of a week, dividends, a split and sometimes a delisting. */
export class WealthPrices extends FundPrices {
  private readonly paths = new Map<string, readonly string[]>();
  /** By asset: on which days since the start its market opens by the calendar. */
  private readonly sessions = new Map<string, readonly boolean[]>();
  /** Nobody knows of the halt before it, nor how long it lasts. */
  private readonly haltedFrom: number;
  private readonly changes = new Map<string, HoldingAction[]>();

  constructor(
    private readonly rng: Rng,
    private readonly startAt: number,
    private readonly days: number,
    private readonly now: () => number,
  ) {
    super();
    const holidays = new Set(Array.from({ length: 27 }, () => rng.below(days)));
    this.haltedFrom = rng.between(100, days - 200);
    const splitOn = this.session(rng.between(100, days - 100), holidays);
    const delistedOn = rng.chance(0.5) ? this.session(rng.between(300, days - 100), holidays) : undefined;
    for (const [asset, price] of Object.entries(ASSETS)) {
      const isOpen = (day: number): boolean =>
        this.isWeekday(day) &&
        !holidays.has(day) &&
        !(asset === DELISTED && delistedOn !== undefined && day > delistedOn);
      this.sessions.set(
        asset,
        Array.from({ length: days }, (_, day) => isOpen(day)),
      );
      this.paths.set(asset, this.pathOf(price, asset === SPLITS ? splitOn : undefined));
    }
    this.act(SPLITS as string, splitOn, { newShares: 2, oldShares: 1 }, 14.5);
    for (let day = 60; day < days; day += 91)
      this.act(DIVIDENDS as string, this.session(day, holidays), { perShare: '1.57' }, 14.5);
    if (delistedOn !== undefined) this.act(DELISTED as string, delistedOn, { cashOut: '70.1234' }, 21);
  }

  has(asset: string): boolean {
    return this.paths.has(asset);
  }

  closeAt(asset: string, at: number): number | undefined {
    const sessions = this.sessions.get(asset);
    if (sessions === undefined) return undefined;
    if (COINS.has(asset)) return at;
    let day = Math.floor((at - this.startAt - 21 * HOUR_MS) / DAY_MS);
    while (day >= 0 && (sessions[day] !== true || this.isHalted(asset, day))) day -= 1;
    return this.startAt + day * DAY_MS + 21 * HOUR_MS;
  }

  priceOf(asset: string, closeAt: number): string | undefined {
    return this.paths.get(asset)?.[Math.max(0, Math.floor((closeAt - 1 - this.startAt) / DAY_MS))];
  }

  actions(asset: string, after: number, until: number): readonly HoldingAction[] {
    return (this.changes.get(asset) ?? []).filter(({ dueAt }) => dueAt > after && dueAt <= until);
  }

  pastPrice(asset: string, at: number): string | undefined {
    return this.priceOf(asset, at);
  }

  epochAt(at: number): number {
    return Math.floor(at / EPOCH_MS);
  }

  isRebalancing(level: string, date: string, oneIn: number): boolean {
    return drawn(oneIn, this.startAt, level, date) === 0;
  }

  private pathOf(price: number, splitOn: number | undefined): string[] {
    let now = price;
    return Array.from({ length: this.days }, (_, day) => {
      now *= (1 + this.rng.between(-200, 204) / 10_000) * (day === splitOn ? 0.5 : 1);
      return now.toFixed(2);
    });
  }

  private isWeekday(day: number): boolean {
    return ![0, 6].includes(new Date(this.startAt + day * DAY_MS).getUTCDay());
  }

  private isHalted(asset: string, day: number): boolean {
    const { haltedFrom } = this;
    if (asset !== HALTED || day < haltedFrom || day >= haltedFrom + 8) return false;
    return this.startAt + day * DAY_MS <= this.now();
  }

  /** The first session from a day on. */
  private session(from: number, holidays: ReadonlySet<number>): number {
    let day = from;
    while (!this.isWeekday(day) || holidays.has(day)) day += 1;
    return day;
  }

  private act(asset: string, day: number, action: Partial<HoldingAction>, hour: number): void {
    const dueAt = this.startAt + day * DAY_MS + hour * HOUR_MS;
    this.changes.set(asset, [...(this.changes.get(asset) ?? []), { ...NO_ACTION, ...action, dueAt }]);
  }
}

/** Rates that follow from seed, product and date. */
export class WealthRates extends CustodyRates {
  constructor(private readonly seed: number) {
    super();
  }

  epochOf(date: string) {
    return { epoch: startOf(date) / EPOCH_MS, revealsAt: startOf(date) + EPOCH_MS };
  }

  rateOf(productId: string, date: string, band: RateBand): string {
    return rateOfStep(band, drawn(stepsOfBand(band), this.seed, productId, date));
  }
}

/** Ties and opening prices that follow from seed and date. Now and then an instrument takes a coin's code before its listing. */
export class WealthCoins extends NewCoinMarket {
  readonly taken = new Set<string>();

  constructor(private readonly seed: number) {
    super();
  }

  isFree(coin: string): boolean {
    return !this.taken.has(coin);
  }

  tieEpoch(listsOn: string) {
    const epoch = startOf(listsOn) / EPOCH_MS - 1;
    return { epoch, promisedFrom: epoch * EPOCH_MS - 60_000 };
  }

  tieSeed(listsOn: string): string {
    return hashOf(this.seed, listsOn);
  }

  listingOf({ coin, issuePrice, listsOn, openMin, openMax, callMinutes }: NewCoinTerms) {
    const step = drawn(openingSteps(openMin, openMax), this.seed, coin);
    const opensAt = startOf(listsOn) + callMinutes * 60_000;
    const openPrice = openingPrice(issuePrice, openMin, step);
    return { spec: { symbol: `${coin}USDT` } as never, opensAt, epoch: startOf(listsOn) / EPOCH_MS, step, openPrice };
  }
}
