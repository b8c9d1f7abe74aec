import { handle, type AnyCommandHandler } from '../../../core/command.js';
import type { ContractFacts, DueFunding } from '../../../core/ports/contract-facts.js';
import { traceOf, type BookState } from '../../../trading/venue/book.state.js';
import { contractKind } from '../contract.product.js';
import { ChargeFunding, PostFunding } from './funding.commands.js';
import { decideCharges, decidePosted } from './funding.decider.js';
import type { ContractFunded } from './funding.events.js';
import { fundingKind, type FundingState } from './funding.state.js';
import { PositionAccount } from '../position/position.settlement.js';
import { positionKind } from '../position/position.state.js';

const REALMS = ['demo', 'real'];

/** The fundings of a contract. Nobody is asked whether the account may trade: a frozen account pays and receives too. */
export function fundingHandlers(facts: Pick<ContractFacts, 'fundingDue'>): AnyCommandHandler[] {
  return [
    handle(ChargeFunding, {
      realms: REALMS,
      scope: ({ symbol }) => ({
        streams: [
          [contractKind, symbol],
          [fundingKind, symbol],
        ],
      }),
      decide: (view, { symbol, toMs }) => {
        const state = view.state(fundingKind, symbol);
        const known = { realm: view.realm, book: view.state(contractKind, symbol), funding: state };
        const events = decideCharges(state, symbol, dueFundings(facts, known, symbol, toMs));
        const dueAt = (events.at(-1)?.data as ContractFunded | undefined)?.dueAt ?? state.dueAt;
        return { events, answer: { unpostedDueAt: dueAt === state.postedAt ? null : dueAt } };
      },
    }),
    handle(PostFunding, {
      realms: REALMS,
      scope: ({ symbol, ownerIds }) => ({
        streams: [
          [contractKind, symbol],
          [fundingKind, symbol],
          ...ownerIds.map((ownerId) => [positionKind, ownerId] as const),
        ],
      }),
      decide: (view, { symbol, ownerIds, postedDueAt }) => {
        const { spec, sizes } = view.state(contractKind, symbol);
        if (spec === null || sizes === null) return { events: [], answer: null };
        const account = new PositionAccount({ spec, sizes }, view);
        const events = ownerIds.flatMap((ownerId) =>
          (['long', 'short'] as const).flatMap((side) => account.fund(ownerId, side).events),
        );
        if (postedDueAt !== null) events.push(...decidePosted(view.state(fundingKind, symbol), symbol, postedDueAt));
        return { events, answer: null };
      },
    }),
  ];
}

/** What says which fundings of a contract are due. */
interface FundedContract {
  readonly realm: string;
  readonly book: BookState;
  readonly funding: FundingState;
}

/** Those that came while users had lots open, and are not written yet. */
export function dueFundings(
  facts: Pick<ContractFacts, 'fundingDue'>,
  { realm, book, funding }: FundedContract,
  symbol: string,
  toMs: number,
): readonly DueFunding[] {
  if (book.openSince === null) return [];
  const fromMs = Math.max(funding.dueAt, book.openSince);
  return toMs <= fromMs ? [] : facts.fundingDue(realm, symbol, { fromMs, toMs }, traceOf(book));
}
