import type { OptionStatus, OptionView } from '../../../contracts/option.contract.js';
import { amount, format } from '../../../shared/money.js';
import { instantOfBeat, type OpenOption } from './option.state.js';

/** An option that is not over, as its owner sees it. */
export function viewOf(option: OpenOption): OptionView {
  const { optionId, symbol, direction, delivery, stake, payoutRate, wins, chances, cost, boughtAt, entry } = option;
  const status: OptionStatus = entry === null ? 'pending' : 'open';
  return {
    optionId,
    symbol,
    direction,
    delivery,
    status,
    stake,
    payoutRate,
    wins,
    chances,
    fee: cost,
    boughtAt,
    entersAt: entry && instantOfBeat(option.entryBeat),
    entryPrice: entry && entry.price,
    settlesAt: entry && instantOfBeat(option.lastBeat),
    settlementPrice: null,
    settledAt: null,
    returned: null,
    profit: null,
    returnReason: null,
  };
}

export const profitOf = (returned: string, stake: string): string => format(amount(returned) - amount(stake));
