import { amount, format, ZERO, type Amount } from '../../../shared/money.js';
import type { PositionSide } from '../../../shared/margin.js';
import type { StreamKind } from '../../core/decider.js';
import { userAccount, type AccountSpace } from '../../engine/ledger/chart.js';
import type { HoldingFacts, PositionEvent } from './position.facts.js';
import type { Holding } from './position.rules.js';

/** What an owner has open in one contract: long and short side by side, in one-way mode one of them. */
export interface PositionState {
  readonly owner: string;
  readonly symbol: string;
  long: Holding | null;
  short: Holding | null;
}

export const positionId = (owner: string, symbol: string): string => `${symbol}:${owner}`;

/** Stream `<name>-<contract>:<owner>`; its margin is on hold in the space of the product. */
export function positionKind(name: string, space: AccountSpace): StreamKind<PositionState> {
  return {
    name,
    initial: (id) => {
      const [symbol = '', owner = ''] = id.split(':');
      return { owner, symbol, long: null, short: null };
    },
    evolve: (state, event) => {
      const { side, after } = (event as PositionEvent).data;
      state[side] = holdingFrom(side, after);
      return state;
    },
    holds: ({ owner, long, short }) => {
      const margin = (long?.margin ?? ZERO) + (short?.margin ?? ZERO);
      return new Map(margin === ZERO ? [] : [[`${userAccount(owner, space, 'frozen')} USDT`, margin]]);
    },
  };
}

export function factsOf(side: PositionSide, holding: Holding): HoldingFacts {
  if (holding.side !== side) throw new Error(`a ${holding.side} position is no ${side} one`);
  const { lots, entryNotional, margin, fundingIndex, fees, funding, realised } = holding;
  return {
    lots,
    entryNotional: format(entryNotional),
    margin: format(margin),
    fundingIndex: format(fundingIndex),
    fees: format(fees),
    funding: format(funding),
    realised: format(realised),
  };
}

function holdingFrom(side: PositionSide, facts: HoldingFacts): Holding | null {
  if (facts.lots === 0) return null;
  const of = (text: string): Amount => amount(text);
  return {
    side,
    lots: facts.lots,
    entryNotional: of(facts.entryNotional),
    margin: of(facts.margin),
    fundingIndex: of(facts.fundingIndex),
    fees: of(facts.fees),
    funding: of(facts.funding),
    realised: of(facts.realised),
  };
}
