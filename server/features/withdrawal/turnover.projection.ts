import type { RecordedEvent } from '../../core/event.js';
import { symbolKind } from '../../../shared/contract-symbol.js';
import { amount } from '../../../shared/money.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import type { Projection } from '../../engine/projections/projection.js';
import { key, sum, ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';
import { HOUSE as AGENTS } from '../../trading/matching/book.js';
import { tradeOf } from '../../trading/venue/book.facts.js';

/** What came in from outside, by owner and asset. What came back of a withdrawal never left, so it is not among it. */
export const turnoverDeposits = new ReadTable('turnover_deposits', {
  ownerId: key.text,
  asset: key.text,
  amount: sum.amount,
});

/** What trades of instruments were worth in the quote asset, by owner and symbol, as maker and as taker. */
export const turnoverTrades = new ReadTable('turnover_trades', {
  ownerId: key.text,
  symbol: key.text,
  notional: sum.amount,
});

/** The house accounts for the outside world: their transfers to a user are deposits. */
const OUTSIDE = new Set<string>([
  HOUSE.chain.account,
  HOUSE.bank.account,
  HOUSE.c2cSellers.account,
  HOUSE.unclaimed.account,
]);

/** Knows no product and no kind of deposit: trades are the venue's, and deposits are read from their postings. */
export const turnoverProjection: Projection = {
  name: 'turnover',
  realms: ['real'],
  tables: [turnoverDeposits, turnoverTrades],
  apply(rows: RowBatch, event: RecordedEvent): void {
    const trade = tradeOf(event);
    if (trade !== undefined) {
      // What a contract is worth is mostly borrowed: with leverage of 100 one trade would be a hundredfold turnover.
      if (symbolKind(trade.symbol) !== 'instrument') return;
      const { symbol, notional, makerOwner, takerOwner } = trade;
      for (const owner of [makerOwner, takerOwner])
        if (owner !== AGENTS) rows.upsert(turnoverTrades, { ownerId: owner, symbol, notional: amount(notional) });
      return;
    }
    const postings = event.postings ?? [];
    const given = postings.filter((posting) => OUTSIDE.has(posting.account) && posting.amount < 0n);
    for (const { account, asset, amount: sum } of postings) {
      if (sum <= 0n || !account.startsWith('user/') || !given.some((posting) => posting.asset === asset)) continue;
      const [, owner = ''] = account.split('/');
      rows.upsert(turnoverDeposits, { ownerId: owner, asset, amount: sum });
    }
  },
};
