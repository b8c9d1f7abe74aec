import type { AnyCommandHandler } from '../core/command.js';
import type { StreamKind } from '../core/decider.js';
import type { Notifications } from '../core/notification.js';
import type { HistoryAudit } from '../core/history-audit.js';
import type { PriceAudit } from '../core/price-audit.js';
import type { Redecision } from '../core/redecision.js';
import type { Timetable } from '../core/timetable.js';
import type { RecordedEvent } from '../core/event.js';
import type { TouchedOrder } from '../core/live.js';
import type { ArrivedSql, BankPayee, OutsideClaims, OutsideMoves, WiredCredits } from '../core/ports/outside-books.js';
import type { OwnedPart } from '../core/owned.js';
import type { OpenDebtsPart } from '../core/ports/open-debts.js';
import type { OpenPrincipalPart } from '../core/ports/open-principal.js';
import type { PersonFinder, StoodFact } from '../core/person-facts.js';
import type { Timeline } from '../core/timeline.js';
import type { EventType } from './history/event-types.js';
import type { StaffList } from './lists/staff-list.js';
import type { Projection } from './projections/projection.js';
import type { Reaction } from './reactions/reaction.js';

/** A kind of stream, and whether the person whom its events name hears of them at once. */
export interface StreamDeclaration {
  readonly kind: StreamKind<unknown>;
  /** `person`: `userId` of the event's data hears it. `house`: how we work, or what reaches people another way. */
  readonly audience: 'person' | 'house';
  /** The orders that an event of it changed; their owners hear of them. */
  orders?(event: RecordedEvent): readonly TouchedOrder[];
}

/**
 * What one noun is made of, in one place and free of Nest: audit, replay, rebuild, console, pushed changes and the writer read
 * the list of these (`server/features.ts`). What needs services is the noun's `module`.
 */
export interface Feature {
  readonly name: string;
  readonly events?: readonly EventType[];
  readonly streams?: readonly StreamDeclaration[];
  readonly projections?: readonly Projection[];
  /** What staff see of it as lists of the console; their calls are served, searched and exported. */
  readonly staffLists?: readonly StaffList[];
  /** Its events that follow from public prices alone: the audit computes them again. */
  readonly priceAudit?: PriceAudit;
  /** Its events that follow from those before them: the audit reckons them again. */
  readonly historyAudit?: HistoryAudit;
  /** What its events make due later. */
  readonly timetable?: Timetable;
  /** Its part of a user's timeline. */
  readonly timeline?: Timeline;
  /** What it tells people of its events. */
  readonly notifications?: readonly Notifications[];
  /** Money of it that moves outside. */
  readonly outside?: {
    moves?: OutsideMoves;
    credits?: WiredCredits;
    payee?: BankPayee;
    claims?: OutsideClaims;
    arrived?: ArrivedSql;
  };
  /** What a change of a policy can meet: statements that count it as `n`. */
  readonly counts?: Readonly<Record<string, string>>;
  /** The look-up of a person by personal text, and its read model. */
  readonly finds?: readonly PersonFinder[];
  /** The state of a person in its streams at an instant. */
  readonly stood?: readonly StoodFact[];
  /** What of it the cap of the risk class limits together with all other products. */
  readonly principal?: OpenPrincipalPart;
  /** What of it an account owes: withdrawals leave it covered. */
  readonly debts?: OpenDebtsPart;
  /** What accounts have in it, for "What I own". Every stream kind with `holds` needs one. */
  owned?(ports: never): OwnedPart;
  /** The handlers of its commands, from what other nouns offer to its decisions. */
  handlers?(ports: never): readonly AnyCommandHandler[];
  /** Reactions whose commands are this noun's. */
  reactions?(ports: never): readonly Reaction[];
  /** Its part in deciding commands again, loaded only where the audit does. */
  redecision?(): Promise<{ readonly redecision: Redecision }>;
  /** Its wiring, loaded only where Nest runs. */
  module?(): Promise<new (...services: never[]) => object>;
  /** Its part in a simulation, loaded only where one runs. */
  simulation?(): Promise<{ simulation(world: never): object }>;
}

/** Streams whose events reach the person whom they name. */
export const ofPersons = (...kinds: readonly StreamKind<unknown>[]): StreamDeclaration[] =>
  kinds.map((kind) => ({ kind, audience: 'person' }));

/** Streams that are not part of a person's live updates. */
export const ofHouse = (...kinds: readonly StreamKind<unknown>[]): StreamDeclaration[] =>
  kinds.map((kind) => ({ kind, audience: 'house' }));
