import type { PositionView } from '../../../../contracts/contract.contract.js';
import {
  bankruptcyPrice,
  bracketOf,
  breakEvenPrice,
  entryPrice,
  liquidationPrice,
  maintenanceMargin,
  marginBalance,
  notionalOf,
  returnOnEquity,
  riskRate,
  unrealisedPnl,
  type MarginTerms,
  type OpenPosition,
} from '../../../../shared/margin.js';
import { format, roundTo, type Amount } from '../../../../shared/money.js';
import { levelOf, type DeleveragingRank } from '../liquidation/liquidation.rules.js';
import { openPosition, type Holding } from './position.rules.js';
import type { PricedContract } from '../contract.decider.js';
import { marginTermsOf, removableOf, type JudgedAt } from '../contract.rules.js';

/** Prices and rates that are not exact are shown with so many decimals, rounded against the owner. */
const DECIMALS = 8;

/** What is said of a position besides its figures. */
interface Said {
  readonly symbol: string;
  readonly label: PositionView['label'];
  /** What its owner has chosen. */
  readonly leverage: number;
  /** What new orders open by now: before a close that may be less, and so may margin be taken out. */
  readonly opensBy: number;
  readonly openedAt: number;
  readonly rank: DeleveragingRank | undefined;
  readonly protection: PositionView['protection'];
  /** Its contract has delivered: the settlement price is fixed, so nothing liquidates or deleverages it. */
  readonly isSettling: boolean;
}

/** Of fewer positions a place would say something of another one. */
const PLACE_SHOWN_FROM = 10;

/** A position at a mark price. */
export function positionViewOf(
  holding: Holding,
  contract: PricedContract,
  judged: JudgedAt,
  { symbol, label, leverage, opensBy, openedAt, rank: known, protection, isSettling }: Said,
): PositionView {
  const { markPrice, lotSize, fundingIndex } = contract;
  const position = openPosition(holding, lotSize, fundingIndex);
  const terms = marginTermsOf(judged.margin, judged.at);
  const { side, quantity } = position;
  const notional = notionalOf(markPrice, quantity);
  const risk = riskRate(position, markPrice, terms);
  const limits = limitPricesOf(position, terms);
  const rank = isSettling ? undefined : known;
  const paid = { fees: holding.fees, funding: holding.funding + position.fundingOwed, realised: holding.realised };
  return {
    symbol,
    side,
    number: holding.number,
    label,
    leverage,
    quantity: format(quantity),
    notional: format(notional),
    entryPrice: format(entryPrice(position)),
    markPrice: format(markPrice),
    breakEvenPrice: format(against(breakEvenPrice(position, terms, paid), side)),
    ...limits,
    liquidationPrice: isSettling ? null : limits.liquidationPrice,
    margin: format(holding.margin),
    marginBalance: format(marginBalance(position, markPrice)),
    removableMargin: format(removableOf(position, markPrice, opensBy, judged)),
    maintenanceMargin: format(maintenanceMargin(notional, terms.brackets)),
    bracket: bracketOf(terms.brackets, notional).bracket,
    riskRate: risk === null ? null : format(roundTo(risk, DECIMALS, 'up')),
    unrealisedPnl: format(unrealisedPnl(position, markPrice)),
    returnOnEquity: format(roundTo(returnOnEquity(position, markPrice, leverage), DECIMALS, 'down')),
    realisedPnl: format(holding.realised),
    fees: format(holding.fees),
    funding: format(holding.funding),
    fundingOwed: format(position.fundingOwed),
    openedAt,
    deleveraging: rank === undefined ? null : levelOf(rank),
    deleveragingQueue: rank === undefined || rank.length < PLACE_SHOWN_FROM ? null : rank,
    protection,
  };
}

/** Where it is liquidated and where nothing is left, never shown further away than they are. */
export function limitPricesOf(position: OpenPosition, terms: MarginTerms) {
  const liquidation = liquidationPrice(position, terms);
  const near = (price: Amount): string => format(against(price, position.side));
  return {
    liquidationPrice: liquidation === null ? null : near(liquidation),
    bankruptcyPrice: near(bankruptcyPrice(position, terms)),
  };
}

/** A long looks at a price from above, a short from below. */
function against(price: Amount, side: 'long' | 'short'): Amount {
  return roundTo(price, DECIMALS, side === 'long' ? 'up' : 'down');
}
