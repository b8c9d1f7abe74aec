import type { Amount } from '../../shared/money.js';
import type { Instant } from './clock.js';

/** One line of double entry: the account gets (or, negative, gives) an amount of the asset. */
export interface Posting {
  readonly account: string;
  readonly asset: string;
  readonly amount: Amount;
}

/** Where a command or an event comes from. Of a command that nothing before it caused, both name its own first event. */
export interface Cause {
  /** What began the whole, a call or an event. Whatever follows by reaction or timer carries the same. */
  readonly correlation: string;
  /** Directly before a command: its call, or an event as `<realm>:<position>`. Of an event: its command, as `<that>/<type>`. */
  readonly causation: string;
}

/** What follows from an event comes from there. */
export function causeOf({ realm, position, correlation }: RecordedEvent): Cause {
  return { correlation, causation: `${realm}:${position}` };
}

/** A fact that a decider has found, before it is stored. `stream` is `<kind>-<id>`; `schema` is the version of its shape. */
export interface NewEvent<Type extends string = string, Data = unknown> {
  readonly stream: string;
  readonly type: Type;
  readonly schema: number;
  readonly data: Data;
  /** Sum to zero for each asset. Absent when no value moves. */
  readonly postings?: readonly Posting[];
}

/** A stored fact. `position` counts the realm's events from 1 without a gap, `version` the stream's from 1. */
export interface RecordedEvent<Type extends string = string, Data = unknown> extends NewEvent<Type, Data>, Cause {
  readonly realm: string;
  readonly position: number;
  readonly version: number;
  readonly at: Instant;
  /** Who sent the command: `user:<id>`, `staff:<id>`, `reaction:<name>`, `system:<name>`, `timer`, `market`. */
  readonly actor: string;
}

/** Data by the type of its event. */
export type FactsOf<Events extends { type: string; data: unknown }> = {
  [Event in Events as Event['type']]: Event['data'];
};

/** How a decider makes its events: `Facts` says the data of each type, and the data says the stream. */
export function eventsOf<Facts extends object>(streamOf: (data: Facts[keyof Facts]) => string) {
  return <Type extends keyof Facts & string>(type: Type, data: Facts[Type]): NewEvent<Type, Facts[Type]> => ({
    stream: streamOf(data),
    type,
    schema: 1,
    data,
  });
}
