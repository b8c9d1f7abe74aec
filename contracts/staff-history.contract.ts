import type { StaffBalanceRow } from './staff-desk.contract.js';
import type { StaffRole } from './staff.contract.js';

/** `/staff/ledger-accounts`: id is `<realm>:<account>:<asset>`. */
export interface LedgerAccountRow {
  id: string;
  realm: string;
  account: string;
  asset: string;
  balance: string;
  mayGoNegative: boolean;
  postings: number;
}

/** `/staff/postings`: id is `<realm>:<position>:<line>`. */
export interface PostingRow {
  id: string;
  realm: string;
  position: number;
  line: number;
  account: string;
  asset: string;
  amount: string;
  at: number;
  eventType: string;
}

/** What an id in an event or a state is of, and by what name. Persons' names are masked for who may not see persons. */
export type NamedId =
  | { of: 'person'; userId: string; name: string }
  | { of: 'staff'; name: string; roles: StaffRole[] }
  | { of: 'order' | 'trade' }
  | { of: 'stream'; realm: string; stream: string };

/** `/staff/events`: id is `<realm>:<position>`. */
export interface EventRow {
  id: string;
  realm: string;
  position: number;
  stream: string;
  version: number;
  type: string;
  schema: number;
  at: number;
  actor: string;
  data: unknown;
  postings: { account: string; asset: string; amount: string }[];
  hash: string;
  previousHash: string;
  /** Whether the server, which sees what is masked, computes this very hash from the event and the stored hash before it. */
  hashRight: boolean;
  /** Ids in `data` and who acted, as `actor` says it; an id that is of nothing known has no entry. */
  ids: Record<string, NamedId>;
}

/** `/staff/streams`: id is `<realm>:<stream>`; `position` is that of its newest event. */
export interface StreamRow {
  id: string;
  realm: string;
  stream: string;
  kind: string;
  version: number;
  firstAt: number;
  lastAt: number;
  position: number;
}

/** `/staff/streams/<realm>:<stream>?version=N`: the state that the events up to `version` make. */
export interface StreamStateView {
  id: string;
  realm: string;
  stream: string;
  version: number;
  headVersion: number;
  state: unknown;
  stateHash: string;
  /** When the event of this version happened; `null` at version 0. */
  at: number | null;
  ids: Record<string, NamedId>;
}

/**
 * `/staff/users/<id>/as-of?at=`: an account as it stood at an instant, replayed from the events up to `position`, whose hash binds
 * all before it. `policies` are all that were in force then.
 */
export interface PersonAsOfView {
  userId: string;
  realm: string;
  at: number;
  position: number;
  hash: string;
  status: string;
  ownerId: string;
  generation: number | null;
  balances: StaffBalanceRow[];
  orders: OrderAsOf[];
  identity: { level: string; status: string }[];
  /** `since` is `null` where nothing tells it. */
  factors: { factor: 'google' | 'trade-password' | 'questions' | 'wallet'; isSet: boolean; since: number | null }[];
  limits: {
    riskClass: string;
    /** `null` before the first change of it. */
    creditScore: number | null;
    /** Withdrawals asked for in the 24 hours before. */
    withdrawalsOfDay: number;
  };
  policies: { name: string; version: number; values: Record<string, string | number | boolean> }[];
  /** The streams that are named by the account. */
  streams: { stream: string; version: number; stateHash: string }[];
}

/** An order that was open. `price` is `null` where any price within the band was meant. */
export interface OrderAsOf {
  symbol: string;
  orderId: string;
  side: string;
  kind: string;
  price: string | null;
  stopPrice: string | null;
  quantity: string;
  remaining: string;
  held: string;
  heldAsset: string;
  placedAt: number;
}

/** `/staff/chain?realm=demo`: what was read of the chain, from the first event on, and the signed checkpoints. */
export interface ChainStatusView {
  realm: string;
  position: number;
  headHash: string;
  checkedTo: number;
  /** When the chain was last read from its first event. */
  checkedAt: number | null;
  /** How far the reading under way has come; `null` when there is none. */
  readingTo: number | null;
  ok: boolean;
  problem: string | null;
  checkpoints: { position: number; hash: string; at: number; keyId: string; signature: string }[];
}

/** `/staff/event-types`: a type of event that has happened. */
export interface EventTypeView {
  type: string;
}
