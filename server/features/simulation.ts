import type { Amount } from '../../shared/money.js';
import type { Instant } from '../core/clock.js';
import type { Command, CommandResult } from '../core/decider.js';
import type { RecordedEvent } from '../core/event.js';
import type { Sealed } from '../core/person.js';
import type { PolicyVersion } from '../core/policy.js';
import type { AccountGate } from '../core/ports/account-gate.js';
import type { OpenDebts } from '../core/ports/open-debts.js';
import type { Rng } from '../core/rng.js';
import type { MemoryRealm } from '../engine/writer/memory-realm.js';
import type { ReviewKind } from '../review/review-kind.js';
import type { Outside } from '../outside/hostile/outside.js';

export const HOUR_MS = 3_600_000;
export const SEALED = 'v1.simulated' as Sealed;
/** What one is worth in USDT. */
export const PRICES: Readonly<Record<string, string>> = { USDT: '1', ETH: '2500' };

/** Where people trade; `house` has what concerns all of them. */
export type TradedRealmName = 'demo' | 'real';
export type SimulatedRealmName = TradedRealmName | 'house';
export type SimulatedCommand = Pick<Command, 'type' | 'data' | 'actor'>;

/** A person with an account, and the simulation's own record of it. */
export interface Person {
  readonly realm: TradedRealmName;
  readonly userId: string;
  generation: number;
  expiresAt: number;
  status: 'none' | 'open' | 'expired' | 'exited';
}

export function ownerOf({ userId, generation }: Person): string {
  return `${userId}.${Math.max(1, generation)}`;
}

/** Where a person can be paid; `chain` is `null` for a bank card. */
export interface SimulatedPayee {
  readonly id: string;
  readonly chain: { readonly currency: string; readonly network: string } | null;
  readonly fingerprint: string;
  readonly addedAt: Instant;
}

/** An instrument stops trading for a new version of it; `null` where it trades again. */
export interface SimulatedRevision {
  readonly symbol: string;
  readonly revised: { readonly version: number; readonly factor: string; readonly ends: boolean } | null;
}

/** What a noun finds in the simulation that it takes part in. */
export interface SimulatedWorld {
  readonly rng: Rng;
  readonly outside: Outside;
  readonly at: Instant;
  /** People with a real account. */
  readonly savers: readonly string[];
  /** Those of them who have not shown who they are. */
  readonly strangers: readonly string[];
  realm(name: SimulatedRealmName): MemoryRealm;
  execute(realm: SimulatedRealmName, command: SimulatedCommand): CommandResult;
  nextId(kind: string): string;
  /** What people owe, of every noun that lends. */
  readonly debts: OpenDebts;
  readonly gate: AccountGate;
  /** Something to trade with. */
  grant(person: Person): void;
  payeesOf(userId: string): readonly SimulatedPayee[];
  /** Sells at the market what somebody has of an instrument that the house has listed. */
  sell(userId: string, symbol: string, quantity: string): void;
  /** Tells the market of a revision. */
  revise(revision: SimulatedRevision): void;
  /** Cancels what every owner has open in a book; whose order cannot be cancelled breaks a law. */
  cancelAll(realm: TradedRealmName, symbol: string, reason: 'corporate-action' | 'delisted'): void;
  /** How many different people approved a request. */
  approvalsOf(requestId: string): number;
}

/** Something that happens by chance, in proportion to its share. */
export interface Act<Who extends unknown[] = []> {
  readonly share: number;
  act(...who: Who): void;
}

/** One of them by chance, in proportion to their shares. */
export function drawn<One extends Pick<Act, 'share'>>(rng: Rng, acts: readonly One[]): One {
  let left = rng.below(acts.reduce((sum, { share }) => sum + share, 0));
  const found = acts.find(({ share }) => (left -= share) < 0);
  if (found === undefined) throw new Error('nothing to draw from');
  return found;
}

export interface SimulatedReview {
  readonly kind: ReviewKind;
  /** What a reviewer chooses, and what the decision is prepared with. */
  facts?(requestId: string, verdict: 'approved' | 'rejected'): { readonly choice?: string | null; prepared?: unknown };
}

/** Types of events that begin and end a request; `reopen` takes an end back. Each request ends exactly once. */
export interface SimulatedRequests {
  readonly id: string;
  readonly open: readonly string[];
  readonly end: readonly string[];
  readonly reopen?: readonly string[];
}

/** What a realm must obey after every command. */
export interface RealmLaws {
  take(event: RecordedEvent): void;
  check(): void;
  readonly trades: number;
}

/** What simulated people, staff and machines do with a noun, and its laws. Every part may be left out. */
export interface Simulation {
  /** Ports that it provides to the decisions and reactions of others. */
  readonly offers?: object;
  /** Published rules that decisions and reactions ask for; the port `rules` has those of all nouns. */
  readonly policies?: readonly PolicyVersion<object>[];
  readonly reviews?: readonly SimulatedReview[];
  readonly requests?: SimulatedRequests;
  /** What must be true when an event of a type happened, by what lies outside. */
  readonly facts?: Readonly<Record<string, (data: unknown) => void>>;
  /** By type of event: USDT that came in by the bank. */
  readonly cameIn?: Readonly<Record<string, { usdt(data: unknown): Amount }['usdt']>>;
  /** What people do about their money. */
  readonly deeds?: readonly Act<[userId: string]>[];
  /** What others do on the networks. */
  readonly outside?: readonly Act[];
  laws?(realm: MemoryRealm): RealmLaws;
  /** Once for each person with a real account. */
  joins?(person: Person): void;
  /** Once, after everybody has joined. */
  begins?(): void;
  /** Changes the account itself, and answers whether it did: then the person does not trade. */
  lives?(person: Person): boolean;
  trades?(person: Person): void;
  sells?(person: Person, symbol: string, quantity: string): void;
  moveMarket?(): void;
  revises?(revision: SimulatedRevision): void;
  cancels?(realm: TradedRealmName, symbol: string, reason: 'corporate-action' | 'delisted'): void;
  /** The state of a transfer outside has changed. */
  hears?(hash: string): void;
  /** A machine of ours at work, which may die between its steps where `crashes`. */
  works?(crashes: boolean): void;
  /** A person ends whatever they can. */
  ends?(person: Person): void;
  /** What a command that was not refused changes for its person. */
  follows?(command: SimulatedCommand, person: Person): void;
  payeesOf?(userId: string): readonly SimulatedPayee[];
}

/** What the events of a type call something, in order. */
export function idsOf({ events }: MemoryRealm, type: string, name: string): string[] {
  const ofType = events.filter((event) => event.type === type);
  return ofType.map(({ data }) => String((data as Record<string, unknown>)[name]));
}
