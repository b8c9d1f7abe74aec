import type { KnownPolicies } from '../../contracts/policy.contract.js';
import type { PlannedCommand } from '../core/command.js';
import type { RecordedEvent } from '../core/event.js';
import type { PolicySource } from '../core/ports/policy-source.js';
import type { ScreenReview } from '../review/review.commands.js';

/** Not our mistake and not an answer: writer or read model is away for a moment, and the event is reacted to again. */
export class Unavailable extends Error {}

/** A command that a policy wishes for. Everything that is not state stands in `data`. */
export interface WishedCommand extends PlannedCommand {
  /** Tells several commands of one reaction apart, also when the reaction is worked out again after a crash. */
  readonly part?: string;
}

/** A letter by e-mail or text message: a template of `locales/<lang>/mail.json` with its values. */
export interface WishedLetter {
  readonly userId: string;
  readonly template: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** To e-mail and phone, where both are there: what a thief who reads one of them must not be alone to know. */
  readonly everywhere?: true;
  /** A request that the person can stop: its stop code goes with the letter, as the value `code`. */
  readonly stopCodeOf?: string;
}

export interface Reaction {
  /** Sent in this order, each after the one before is answered. */
  readonly commands?: readonly WishedCommand[];
  /** Goes out after the commands, once. */
  readonly letter?: WishedLetter;
  /** All sessions of this person end, on sockets too. */
  readonly endSessionsOf?: string;
  /** What is kept of this person's second factor and is not in force any more is deleted. */
  readonly forgetFactorsOf?: string;
}

/** What a policy may look up. Answers are never older than the event it reacts to. */
export interface PolicyReads {
  /** The published rules in force, for commands that follow one. */
  readonly rules: PolicySource<KnownPolicies>;
  /** What the rules say of a request; nothing where there is nothing to read any more. */
  signsOf(request: {
    requestId: string;
    kind: string;
    userId: string;
  }): Promise<Pick<ScreenReview['data'], 'signs' | 'rules'> | undefined>;
  /** The symbols in which the owner has open spot orders. */
  openOrderSymbols(realm: string, ownerId: string, position: number): Promise<readonly string[]>;
}

/** One reaction between nouns. It sees every event once and in order; what it wishes happens once, even after a crash. */
export interface Policy {
  readonly name: string;
  readonly realms: readonly string[];
  readonly eventTypes: readonly string[];
  readonly react: (event: RecordedEvent, reads: PolicyReads) => Reaction | Promise<Reaction>;
}
