import { feeTiers } from '../../../shared/fees.js';
import { contractNamed } from '../../../shared/contract-symbol.js';
import { marginBalance, notionalOf } from '../../../shared/margin.js';
import { times, ZERO, type Amount } from '../../../shared/money.js';
import type { OwnedItem, OwnedPart, OwnedReader } from '../../core/owned.js';
import type { ContractFacts } from '../../core/ports/contract-facts.js';
import type { PolicySource } from '../../core/ports/policy-source.js';
import type { BookMarket } from '../../market/book-market.js';
import { traceOf } from '../../trading/venue/book.state.js';
import { contractKind } from './contract.product.js';
import type { ContractPolicies } from './contract.terms.js';
import { fundingKind } from './funding/funding.state.js';
import { openPosition, type Holding } from './position/position.rules.js';
import { positionKind, spaceOf } from './position/position.state.js';

export interface OwnedContractPorts {
  readonly market: Pick<BookMarket, 'hours'>;
  readonly contractFacts: Pick<ContractFacts, 'prices'>;
  readonly rules: PolicySource<ContractPolicies>;
}

/** Margin is on hold in the balances; profit or loss and funding of now come on top, and take at most the margin. */
export const positionOwned = (ports: OwnedContractPorts): OwnedPart => ({
  kinds: [positionKind],
  read: async (reader) => {
    const { contracts } = await reader.state(positionKind, reader.ownerId);
    const open = [...contracts].filter(([, { long, short }]) => long !== null || short !== null);
    const found = await Promise.all(
      open.map(async ([symbol, { long, short }]) => {
        const priced = await pricedAt(ports, reader, symbol);
        return [long, short].flatMap((holding) => (holding === null ? [] : [itemOf(symbol, holding, priced)]));
      }),
    );
    return { items: found.flat() };
  },
});

interface Priced {
  /** `undefined` before the market of the contract has opened. */
  readonly mark: Amount | undefined;
  readonly lotSize: Amount | undefined;
  readonly fundingIndex: Amount;
  readonly takerRate: Amount;
  readonly closesAt: number | null;
}

async function pricedAt({ market, contractFacts, rules }: OwnedContractPorts, reader: OwnedReader, symbol: string) {
  const { realm, at } = reader;
  const book = await reader.state(contractKind, symbol);
  const { index } = await reader.state(fundingKind, symbol);
  const deliversAt = contractNamed(symbol)?.deliversAt ?? null;
  const { open, nextChangeAt = null } = market.hours(symbol, at);
  const priced: Priced = {
    mark: contractFacts.prices(realm, symbol, at, traceOf(book))?.mark,
    lotSize: book.sizes?.lot,
    fundingIndex: index,
    takerRate: feeTiers(rules.inForce('contract.fees').values)[0].taker,
    // A shut market takes no order; what has delivered settles by itself.
    closesAt: open || (deliversAt !== null && deliversAt <= at) ? at : nextChangeAt,
  };
  return priced;
}

function itemOf(symbol: string, holding: Holding, priced: Priced): OwnedItem {
  const { mark, lotSize, fundingIndex, takerRate, closesAt } = priced;
  const { side, margin, number } = holding;
  const position = lotSize === undefined ? undefined : openPosition(holding, lotSize, fundingIndex);
  const isPriced = position !== undefined && mark !== undefined;
  const gain = isPriced ? marginBalance(position, mark) - margin : ZERO;
  return {
    id: `${symbol} ${side} ${number}`,
    label: symbol,
    detail: side,
    held: [{ space: spaceOf(symbol), asset: 'USDT', amount: margin }],
    // The insurance fund pays what no margin covers.
    beyond: gain < -margin ? -margin : gain,
    isEstimate: true,
    isAtRisk: true,
    way: 'close',
    availableAt: closesAt,
    cost: isPriced ? times(notionalOf(mark, position.quantity), takerRate, 'up') : ZERO,
    early: null,
  };
}
