import type { PositionEventView } from '../../../../contracts/contract.position.contract.js';
import type { PositionSide } from '../../../../shared/margin.js';
import { amount } from '../../../../shared/money.js';
import { recomputed } from '../../../../shared/position-check.js';
import type { RecordedEvent } from '../../../core/event.js';
import { instantOf } from '../../../market/book-market.js';
import { MARGIN, ownerOf, TERMS } from '../contract.testkit.js';
import type { ContractFunded } from '../funding/funding.events.js';
import { positionLog, type LogSources, type PositionFact } from './position-log.rules.js';

const LOT = TERMS.spec.lotSize;

const afterOf = ({ data }: PositionFact) => ('after' in data ? data.after : null);

/** What the owner reads of one side of the contract, oldest first; without the first so many events, as a later page begins. */
export function logOf(
  events: readonly RecordedEvent[],
  person: string,
  side: PositionSide,
  without = 0,
): PositionEventView[] {
  const facts = events
    .filter(({ stream, data }) => {
      const of = data as { readonly side?: string };
      return stream === `position-${ownerOf(person)}` && (of.side ?? side) === side;
    })
    .map((event) => ({ ...event, hash: '' }) as PositionFact);
  const charges = events.flatMap(({ type, data, position }) =>
    type === 'ContractFunded' ? [{ ...(data as ContractFunded), position }] : [],
  );
  const sources: LogSources = {
    lotSize: amount(LOT),
    charges,
    epochAt: (at) => Math.floor(at / 14_400_000),
    beatAt: instantOf,
    windowOf: () => ({ averagesFrom: 14_398_000, settlesAt: 14_401_000, seconds: 3 }),
    judgedAt: () => [{ version: 1, brackets: MARGIN.brackets, takerRate: MARGIN.takerRate }],
  };
  const moved = facts.slice(0, without).findLast((fact) => afterOf(fact) !== null);
  return positionLog(facts.slice(without), (moved && afterOf(moved)) ?? null, sources);
}

/** Every amount that its owner computes otherwise than the event has it. */
export const unlikeInLog = (log: readonly PositionEventView[], side: PositionSide): string[] =>
  log.flatMap((event) =>
    recomputed(event, { side, lotSize: LOT })
      .filter(({ stated, computed }) => stated !== computed)
      .map(
        ({ name, stated, computed }) => `${event.kind} ${event.version}: ${name} is ${stated}, computed ${computed}`,
      ),
  );
