import { TABLE } from '../../../../shared/fees.testkit.js';
import { OpenPrincipal } from '../../../core/ports/open-principal.js';
import type { RecordedEvent } from '../../../core/event.js';
import { at, decider, funds, openGate } from '../../../engine/writer/decider.testkit.js';
import { contractActionHandlers } from '../contract-action.handler.js';
import { contractEndHandlers } from '../delivery/contract-end.handler.js';
import { KnownContracts } from '../delivery/contract-period.testkit.js';
import { contractHandlers } from '../contract.handler.js';
import { contractKind } from '../contract.product.js';
import { MARGIN, ownerOf, people, PerpetualMarket, SYMBOL } from '../contract.testkit.js';
import { fundingHandlers } from '../funding/funding.handler.js';
import { liquidationHandlers } from '../liquidation/liquidation.handler.js';
import type { PublishedTerms } from '../../../core/history-audit.js';
import { contractAudit } from './contract.check.js';

/** What specs of contracts trade by, as a house would have published it. */
export const RULES = { liquidationBand: '0.03', warningAt: '0.8', quizFrom: 20 };
export const FUND = { openingUsdt: '30', eventMaxUsdt: '20' };
const rows = [
  ...MARGIN.brackets,
  ...[1, 2, 3, 4, 5].map((n) => ({ to: `${n}000000`, leverageMax: 6 - n, rate: `0.${n}5` })),
];
const BRACKETS = Object.fromEntries(
  rows.flatMap(({ to, leverageMax, rate }, below) => [
    [`to${below + 1}`, to],
    [`rate${below + 1}`, rate],
    [`leverage${below + 1}`, leverageMax],
  ]),
);
const version = (values: PublishedValues, n = 1, publishedAt = 0) => ({ version: n, publishedAt, values });
type PublishedValues = Readonly<Record<string, string | number>>;

export const PUBLISHED: PublishedTerms = {
  policies: new Map([
    ['contract.crypto', [version(BRACKETS)]],
    ['contract.rules', [version(RULES)]],
    ['contract.insurance', [version(FUND)]],
    ['contract.fees', [version({ ...(TABLE as PublishedValues), taker0: '0.0005', maker0: '0.0002' })]],
  ]),
  classes: new Map([['BTCUSDT', 'crypto']]),
  assetsSince: new Map(),
};

/** Contracts with everything that happens to them. Each person has 1,000 USDT in the space of the contract. */
export function contractStory({ facts = new KnownContracts(), market = new PerpetualMarket(), symbol = SYMBOL } = {}) {
  const { given } = decider({
    realm: 'demo',
    kind: contractKind,
    id: symbol,
    handlers: [
      ...contractHandlers({ market, gate: openGate, principal: new OpenPrincipal([]) }),
      ...fundingHandlers(facts),
      ...contractEndHandlers(facts),
      ...contractActionHandlers(),
      ...liquidationHandlers(market),
    ],
  });
  const space = contractKind.product.space(symbol);
  return given(...people.map((person) => funds(ownerOf(person), 'USDT', '1000', space)));
}
export type ContractStory = ReturnType<typeof contractStory>;

export function contractFindings(events: readonly RecordedEvent[], published = PUBLISHED): string[] {
  const found: string[] = [];
  const check = contractAudit.begin(published, (position, what) => found.push(`${position} ${what}`));
  for (const event of events) check.take(event);
  check.finish();
  return found;
}

/** Charges what is due by an instant, and settles it for these persons. */
export const fundingSteps = (toMs: number, persons: readonly string[] = people) => [
  at(toMs, { type: 'ChargeFunding', data: { symbol: SYMBOL, toMs } }),
  at(toMs, {
    type: 'PostFunding',
    data: {
      symbol: SYMBOL,
      ownerIds: persons.map(ownerOf),
      postedDueAt: persons.length === people.length ? toMs : null,
    },
  }),
];

/** A change of one event. */
export interface Tampered {
  readonly type: string;
  readonly data?: object;
  /** Which of this type, the last by default. */
  readonly nth?: number;
  readonly at?: number;
  readonly postings?: null;
}

export function tampered(
  events: readonly RecordedEvent[],
  { type, data, nth = -1, ...rest }: Tampered,
): RecordedEvent[] {
  const event = events.filter((each) => each.type === type).at(nth);
  if (event === undefined) throw new Error(`no ${type}`);
  const { postings, at: instant = event.at } = rest;
  const changed = { ...event, at: instant, data: { ...(event.data as object), ...data } };
  return events.map((each) => (each === event ? { ...changed, ...(postings === null && { postings: [] }) } : each));
}

export const without = (events: readonly RecordedEvent[], type: string): RecordedEvent[] => {
  const event = events.findLast((each) => each.type === type);
  return events.filter((each) => each !== event);
};
