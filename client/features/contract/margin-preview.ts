import type { ContractView, PositionView } from '../../../contracts/contract.contract';
import {
  bankruptcyPrice,
  liquidationPrice,
  notionalOf,
  riskRate,
  type MarginBracket,
  type OpenPosition,
} from '../../../shared/margin';
import { format, least, ONE, over, roundTo, times, toAmount, ZERO, type Amount } from '../../../shared/money';

type ViewedBrackets = ContractView['brackets'];

/** The table that positions follow. */
export const bracketsOf = ({ brackets }: Pick<ContractView, 'brackets'>): readonly MarginBracket[] => tableOf(brackets);

/** The tables that an opening has to fit: that which positions follow, and those to come. */
export const tablesOf = ({
  brackets,
  coming,
}: Pick<ContractView, 'brackets' | 'coming'>): readonly (readonly MarginBracket[])[] => [
  tableOf(brackets),
  ...coming.map((table) => tableOf(table.brackets)),
];

/** The highest leverage that a contract may open by now. */
export const leverageMaxOf = ({ brackets, coming }: Pick<ContractView, 'brackets' | 'coming'>): number =>
  Math.min(...[brackets, ...coming.map((table) => table.brackets)].map(([lowest]) => lowest?.leverageMax ?? 1));

const tableOf = (brackets: ViewedBrackets): readonly MarginBracket[] =>
  brackets.map(({ bracket, from, to, leverageMax, rate, amount }) => ({
    bracket,
    from: toAmount(from),
    to: toAmount(to),
    leverageMax,
    rate: toAmount(rate),
    amount: toAmount(amount),
  }));

interface Terms {
  contract: Pick<ContractView, 'brackets' | 'tickSize'>;
  takerRate: string;
}

/** The position as the rules of margin read it, with another margin. The entry price has eight decimals, so prices are estimates. */
const opened = (position: PositionView, margin: Amount): OpenPosition => ({
  side: position.side,
  quantity: toAmount(position.quantity),
  entryNotional: notionalOf(toAmount(position.entryPrice), toAmount(position.quantity)),
  margin,
  fundingOwed: toAmount(position.fundingOwed),
});

/** What putting margin up or taking it out does to a position. */
export interface MarginPreview {
  margin: string;
  liquidationPrice: string | null;
  bankruptcyPrice: string;
  riskRate: string | null;
}

/** @param change in USDT, below zero where margin is taken out */
export function withMargin(position: PositionView, change: Amount, { contract, takerRate }: Terms): MarginPreview {
  const terms = { brackets: bracketsOf(contract), takerRate: toAmount(takerRate) };
  const changed = opened(position, toAmount(position.margin) + change);
  const tick = toAmount(contract.tickSize);
  const liquidation = liquidationPrice(changed, terms);
  const risk = riskRate(changed, toAmount(position.markPrice), terms);
  return {
    margin: format(changed.margin),
    // Rounded against the owner: a long is liquidated earlier, not later.
    liquidationPrice: liquidation === null ? null : format(roundTick(liquidation, tick, position.side)),
    bankruptcyPrice: format(roundTick(bankruptcyPrice(changed, terms), tick, position.side)),
    riskRate: risk === null ? null : format(roundTo(risk, 4, 'up')),
  };
}

const roundTick = (price: Amount, tick: Amount, side: 'long' | 'short'): Amount => {
  const whole = (price / tick) * tick;
  return side === 'long' && whole < price ? whole + tick : whole;
};

/** What leverage does to a new position of a size: its margin, and how far the mark price may move against it. */
export interface LeverageEffect {
  /** Initial margin of the notional, in USDT. */
  margin: string;
  /** As shares of the entry price. */
  liquidationDistance: { long: string; short: string };
}

interface OpeningTerms extends Terms {
  contract: Pick<ContractView, 'brackets' | 'coming' | 'tickSize'>;
  notional: Amount;
  mark: Amount;
}

/** Of a position that is opened at the mark price; fees apart. By the strictest table that it has to fit. */
export function effectOf(leverage: number, { notional, mark, contract, takerRate }: OpeningTerms): LeverageEffect {
  const rate = toAmount(takerRate);
  const tables = tablesOf(contract);
  const quantity = over(notional, mark, 'down');
  const margin = over(notional, BigInt(leverage) * ONE, 'up');
  const distance = (side: 'long' | 'short'): string => {
    const held = margin + times(notional, rate, 'up');
    const position = { side, quantity, entryNotional: notional, margin: held, fundingOwed: ZERO };
    const shares = tables.map((brackets) => {
      const at = liquidationPrice(position, { brackets, takerRate: rate });
      if (at === null) return ONE;
      const away = side === 'long' ? mark - at : at - mark;
      return roundTo(over(away > ZERO ? away : ZERO, mark, 'down'), 4, 'down');
    });
    return format(shares.reduce(least));
  };
  return {
    margin: format(roundTo(margin, 8, 'up')),
    liquidationDistance: { long: distance('long'), short: distance('short') },
  };
}

/** The tone of a risk rate: what is above the warning, and what is liquidated next. */
export function riskTone(rate: string | null, warningAt: Amount): 'calm' | 'warned' | 'last' {
  if (rate === null) return 'last';
  const risk = toAmount(rate);
  return risk >= ONE ? 'last' : risk >= warningAt ? 'warned' : 'calm';
}
