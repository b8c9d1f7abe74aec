import { handle, type AnyCommandHandler } from '../../core/command.js';
import type { View } from '../../core/decider.js';
import { isRefusal } from '../../core/refusal.js';
import { sizesOf } from '../../trading/venue/order.rules.js';
import { splitOrders, splitSpec } from '../../trading/venue/split.decider.js';
import { PassDividend, SplitContractOrders, SplitPositions } from './contract-action.commands.js';
import { decideDividends, decidePositionSplits } from './contract-action.decider.js';
import { endingContract, scopeOfOwners } from './delivery/contract-end.handler.js';
import { contractKind } from './contract.product.js';
import { contractOf, positionKind } from './position/position.state.js';

const REALMS = ['demo', 'real'];

/** Corporate actions of the share that a contract is on. A frozen account has its part too. */
export function contractActionHandlers(): AnyCommandHandler[] {
  return [
    handle(SplitContractOrders, {
      realms: REALMS,
      scope: ({ symbol }) => ({ streams: [[contractKind, symbol]] }),
      decide: (view, data, { at }) => {
        const state = view.state(contractKind, data.symbol);
        const spec = splitSpec(state, data.version);
        if (spec === undefined) return { events: [], answer: { owners: [] } };
        const sizes = sizesOf(spec);
        const settlement = contractKind.product.settlement({ spec, sizes }, view);
        const { events, owners } = splitOrders({ state, spec, sizes, settlement }, data, at);
        const told = owners.map(({ ownerId, adjusted, cancelled }) => ({ ownerId, adjusted, cancelled }));
        return { events, answer: { owners: told } };
      },
    }),
    handle(SplitPositions, {
      realms: REALMS,
      scope: scopeOfOwners,
      decide: (view, data, { at }) => {
        const contract = endingContract(view, data.symbol, at);
        if (contract === undefined) return { events: [], answer: null };
        const events = decidePositionSplits(contract, positionsIn(view, data.symbol), data);
        return isRefusal(events) ? events : { events, answer: null };
      },
    }),
    handle(PassDividend, {
      realms: REALMS,
      scope: scopeOfOwners,
      decide: (view, data, { at }) => {
        const contract = endingContract(view, data.symbol, at);
        if (contract === undefined) return { events: [], answer: null };
        return { events: decideDividends(contract, positionsIn(view, data.symbol), data), answer: null };
      },
    }),
  ];
}

const positionsIn = (view: View, symbol: string) => (ownerId: string) =>
  contractOf(view.state(positionKind, ownerId), symbol);
