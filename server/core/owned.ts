import type { IncomeKind, OwnedDetail, OwnedWay } from '../../contracts/owned.contract.js';
import type { Amount } from '../../shared/money.js';
import type { Instant } from './clock.js';
import type { StreamKind } from './decider.js';
import type { Refusal } from './refusal.js';

/** An amount on hold in an account space: the balances count it already. */
export interface OwnedHold {
  readonly space: string;
  readonly asset: string;
  readonly amount: Amount;
}

/** What a stream holds of an account. */
export interface StreamHold extends OwnedHold {
  /** The stream's name without its kind. */
  readonly id: string;
}

/** One thing that an account has in a product. Amounts without an asset are USDT. */
export interface OwnedItem {
  readonly id: string;
  /** A symbol, or the product's own id. */
  readonly label: string;
  readonly detail: OwnedDetail | null;
  readonly held: readonly OwnedHold[];
  /** What it is worth beyond the balances: accrued interest, unrealised profit or loss, units. Negative for a loss. */
  readonly beyond: Amount;
  /** `beyond` follows from a price. */
  readonly isEstimate: boolean;
  /** What is on hold may be lost whole. */
  readonly isAtRisk: boolean;
  readonly way: OwnedWay;
  /** When it can be had at the soonest by that way; `null`: no date is known. */
  readonly availableAt: Instant | null;
  /** What that way costs at most by what is known now. */
  readonly cost: Amount;
  /** A way that comes sooner, once staff approve: what it costs. */
  readonly early: { readonly cost: Amount } | null;
}

/** What comes in at an instant: `least` is certain, `most` the highest that can be. Below zero it goes out. */
export interface DatedIncome {
  readonly id: string;
  readonly label: string;
  readonly what: IncomeKind;
  readonly at: Instant;
  readonly asset: string;
  readonly least: Amount;
  readonly most: Amount;
  /** `most` is what is known now: fees or holdings of until then can still change it. */
  readonly isEstimate: boolean;
}

export interface Owned {
  readonly items?: readonly OwnedItem[];
  /** `null` while a read model of it is behind: values don't need it, so the rest is shown. */
  readonly income?: readonly DatedIncome[] | null;
}

export interface OwnedReader {
  readonly realm: string;
  readonly userId: string;
  readonly ownerId: string;
  readonly at: Instant;
  /** All that the account has of an asset, in every account space, available and on hold. */
  total(asset: string): Amount;
  /** What the streams of a kind hold of the account. Of kinds whose streams move no other stream's holds. */
  holds(kind: StreamKind<unknown>): readonly StreamHold[];
  state<State>(kind: StreamKind<State>, id: string): Promise<State>;
}

/** A product's part of "What I own". Every kind of stream that holds money of a person belongs to exactly one part. */
export interface OwnedPart {
  readonly kinds: readonly StreamKind<unknown>[];
  /** A refusal while a read model of its items is behind. */
  read(reader: OwnedReader): Promise<Owned | Refusal>;
}

export interface NamedPart extends OwnedPart {
  /** That of the feature: its texts are `owned:product.<name>`. */
  readonly name: string;
}
