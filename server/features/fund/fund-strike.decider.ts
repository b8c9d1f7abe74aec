import { strikeOf, type FundLevel } from '../../../shared/fund.js';
import { amount, format, roundTo, times, ZERO } from '../../../shared/money.js';
import { dateAfter } from '../../../shared/utc-date.js';
import { eventsOf, type NewEvent, type Posting } from '../../core/event.js';
import type { PolicyVersion } from '../../core/policy.js';
import type { FundPrices } from '../../core/ports/fund-prices.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import type { FairValueRules, FundRules } from './fund.commands.js';
import type { FundAction, FundClose, FundHouseFacts, FundStruck, FundTrade } from './fund.events.js';
import { struckBy } from './fund.rules.js';
import { costOf, hasFairValue, type FundHouseState } from './fund.state.js';
import {
  afterActions,
  closeOf,
  fairValueOf,
  feeOf,
  navOf,
  sumOf,
  termsOf,
  tradesOf,
  valueOf,
} from './fund-value.rules.js';

export const houseEvents = eventsOf<FundHouseFacts>(({ level }) => `fundhouse-${level}`);

/** The house account that owns what a fund owns. */
export const accountOf = (level: FundLevel): string =>
  level === 'low' ? HOUSE.fundLow.account : HOUSE.fundBalanced.account;

/** Both as they were in force at 22:00 of the date. */
export interface StrikePolicies {
  readonly rules: PolicyVersion<FundRules>;
  readonly fairValues: PolicyVersion<FairValueRules>;
}

/**
 * The net asset value of a date, the fee of the day, and the trades that put the day's purchases into holdings and pay its redemptions,
 * all at the same closes. One event a date, whoever holds the fund: it makes the next date's due.
 */
export function decideStrike(
  state: FundHouseState,
  date: string,
  { rules, fairValues }: StrikePolicies,
  prices: FundPrices,
): NewEvent[] {
  if (state.nextDate !== date) return [];
  const unsettled = Object.keys(state.flows).find((other) => other < date);
  if (unsettled !== undefined) throw new Error(`requests of ${unsettled} are not settled yet`);
  const { level } = state;
  const strikesAt = strikeOf(date);
  const nextDate = dateAfter(date, 1);
  const place = { level, date, strikesAt };
  const next = { nextDate, nextStrikesAt: strikeOf(nextDate) };
  const priced = new Map(
    state.holdings.map(({ asset }) => [
      asset,
      closeOf(asset, strikesAt, prices) ?? fairValueOf(asset, place, fairValues, prices),
    ]),
  );
  const fair = new Set([...priced].flatMap(([asset, close]) => (close?.fair === undefined ? [] : [asset])));
  const { actions, holdings } = afterActions(state.holdings, strikesAt, prices, fair);
  const found = holdings.map(({ asset, quantity }) => ({ asset, quantity, close: priced.get(asset) }));
  const missing = found.filter(({ close }) => close === undefined).map(({ asset }) => asset);
  if (missing.length > 0) return [houseEvents('FundStrikeMissed', { ...place, assets: missing, ...next })];
  const closes = found.flatMap(({ quantity, close }) => (close === undefined ? [] : [{ ...close, quantity }]));
  const figures = figuresOf(state, closes, actions, termsOf(rules.values, level).fee);
  const drawn = prices.isRebalancing(level, date, rules.values.rebalanceOneIn);
  const trading = tradingOf(state, { date, strikesAt, closes, figures, drawn }, rules.values, prices);
  const struck = { ...place, actions, closes, ...figures, ...trading, drawn, policy: struckBy(rules, level), ...next };
  return [{ ...houseEvents('FundStruck', struck), postings: postingsOf(struck) }];
}

type Figures = Pick<FundStruck, 'cash' | 'gross' | 'fee' | 'units' | 'nav'>;

function figuresOf(
  { cash: before, units, nav }: FundHouseState,
  closes: readonly FundClose[],
  actions: readonly FundAction[],
  feeOfYear: string,
): Figures {
  const cash = amount(before) + sumOf(actions, (action) => amount(action.cash));
  const gross = sumOf(closes, valueOf) + cash;
  const fee = feeOf(gross, feeOfYear, amount(units));
  return {
    cash: format(cash),
    gross: format(gross),
    fee: format(fee),
    units,
    nav: navOf(gross - fee, amount(units), nav),
  };
}

interface Struck {
  readonly date: string;
  readonly strikesAt: number;
  readonly closes: readonly FundClose[];
  readonly figures: Figures;
  readonly drawn: boolean;
}

/**
 * The day's flows, and on a drawn day all to the basket: at closes of after the last strike alone, else on the next day that has them.
 * With a fair value nothing is traded: no market has its price, and the day's requests get none.
 */
function tradingOf(
  { level, flows, rebalancingDue, lastStrikeAt }: FundHouseState,
  { date, strikesAt, closes, figures, drawn }: Struck,
  rules: FundRules,
  prices: FundPrices,
): Pick<FundStruck, 'purchases' | 'redemptions' | 'trades' | 'rebalanced'> {
  const { usdt: purchases, units: redemptions } = flows[date] ?? NO_FLOWS;
  if (hasFairValue(closes)) return { purchases, redemptions, trades: [], rebalanced: false };
  const paid = roundTo(times(amount(redemptions), amount(figures.nav), 'up'), 8, 'up');
  const cash = amount(figures.cash) - amount(figures.fee) + amount(purchases) - paid;
  const targets = termsOf(rules, level).basket.flatMap(({ asset, weight }) => {
    const close = closeOf(asset, strikesAt, prices);
    return close === undefined || isGone(close, strikesAt, prices) ? [] : [{ ...close, weight }];
  });
  const isFresh = [...closes, ...targets].every(({ closeAt }) => closeAt > lastStrikeAt);
  const rebalanced = (drawn || rebalancingDue) && isFresh && closes.length > 0;
  const trades = tradesOf(closes, cash, rebalanced || closes.length === 0 ? targets : null);
  return { purchases, redemptions, trades, rebalanced };
}

/** An asset that is delisted has a last close for some days more: nothing would pay for it once it is bought. */
const isGone = ({ asset, closeAt }: Pick<FundClose, 'asset' | 'closeAt'>, strikesAt: number, prices: FundPrices) =>
  prices.actions(asset, closeAt - 1, strikesAt).some(({ cashOut }) => cashOut !== null);

const NO_FLOWS = { usdt: '0', units: '0' };

/** Trades go against `house/fund-market` at the closes, actions against the accounts that carry them, the fee to the house. */
function postingsOf({ level, actions, trades, fee }: FundStruck): Posting[] {
  const fund = accountOf(level);
  return [
    ...actions.flatMap((action) => actionPostings(fund, action)),
    ...moved(
      HOUSE.fundMarket.account,
      fund,
      trades.map(({ asset, quantity }) => [asset, amount(quantity)] as const),
    ),
    ...moved(fund, HOUSE.fundMarket.account, [['USDT', sumOf<FundTrade>(trades, costOf)]]),
    ...moved(fund, HOUSE.fees.account, [['USDT', amount(fee)]]),
  ];
}

const CARRIERS = {
  dividend: HOUSE.dividends.account,
  split: HOUSE.splits.account,
  delisting: HOUSE.delistings.account,
} as const;

const actionPostings = (fund: string, { asset, kind, cash, quantity }: FundAction): Posting[] =>
  moved(CARRIERS[kind], fund, [
    ['USDT', amount(cash)],
    [asset, amount(quantity)],
  ]);

/** From one account to another, back where a sum is below zero; nothing where it is zero. */
export function moved(from: string, to: string, sums: readonly (readonly [asset: string, sum: bigint])[]): Posting[] {
  return sums.flatMap(([asset, sum]) =>
    sum === ZERO
      ? []
      : [
          { account: from, asset, amount: -sum },
          { account: to, asset, amount: sum },
        ],
  );
}
