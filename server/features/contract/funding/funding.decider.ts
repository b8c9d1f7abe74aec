import { format, times } from '../../../../shared/money.js';
import type { NewEvent } from '../../../core/event.js';
import type { DueFunding } from '../../../core/ports/contract-facts.js';
import type { NewFundingEvent } from './funding.events.js';
import { fundingKind, type FundingState } from './funding.state.js';

const of = (event: Pick<NewFundingEvent, 'type' | 'data'>): NewEvent => ({
  stream: `${fundingKind.name}-${event.data.symbol}`,
  schema: 1,
  ...event,
});

/** Each funding raises the index by what a unit pays: the rate of the notional at the mark price. */
export function decideCharges(state: FundingState, symbol: string, due: readonly DueFunding[]): NewEvent[] {
  let { index } = state;
  return due.map(({ at, rate, premium, mark }) => {
    const charge = times(rate, mark, 'half-even');
    index += charge;
    const data = {
      symbol,
      dueAt: at,
      rate: format(rate),
      premium: format(premium),
      markPrice: format(mark),
      charge: format(charge),
      index: format(index),
    };
    return of({ type: 'ContractFunded', data });
  });
}

/** Not when another one was charged meanwhile: not all have settled that. */
export function decidePosted({ dueAt, postedAt }: FundingState, symbol: string, postedDueAt: number): NewEvent[] {
  const isOpen = dueAt === postedDueAt && dueAt !== postedAt;
  return isOpen ? [of({ type: 'ContractFundingPosted', data: { symbol, dueAt } })] : [];
}
