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
