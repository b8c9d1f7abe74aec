import { z } from 'zod';
import { REALMS } from './realm.contract.js';
import { defineCall } from './call.contract.js';
import {
  chainStatusView,
  eventRow,
  eventTypeView,
  ledgerAccountRow,
  personAsOfView,
  postingRow,
  streamRow,
  streamStateView,
} from './staff-history.contract.js';
import { LIST_CALL, nothing, ROW_CALL } from './staff.contract.js';

export const staffEvents = defineCall({
  method: 'GET',
  path: 'staff/events',
  access: 'staff:events',
  summary: 'Every event there is, as it is stored.',
  output: z.array(eventRow),
  ...LIST_CALL,
});

export const staffEventTypes = defineCall({
  method: 'GET',
  path: 'staff/event-types',
  access: 'staff:events',
  summary: 'Every type of event that ever happened, by name.',
  input: nothing,
  output: z.array(eventTypeView),
  bare: true,
});

export const staffEvent = defineCall({
  method: 'GET',
  path: 'staff/events/:id',
  access: 'staff:events',
  summary: 'One event.',
  output: eventRow,
  ...ROW_CALL,
});

export const staffStreams = defineCall({
  method: 'GET',
  path: 'staff/streams',
  access: 'staff:events',
  summary: 'Streams and how long each has grown.',
  output: z.array(streamRow),
  ...LIST_CALL,
});

/** Of the points that a session may spend in a second: a replay takes a thread for a while. */
const REPLAY_COST = 10;

const instant = z.coerce.number().int().min(0);

const streamById = z.object({
  id: z.string().min(1).max(300),
  version: z.coerce.number().int().min(0).optional(),
  /** The version that it had at this instant. */
  at: instant.optional(),
});

export const staffStream = defineCall({
  method: 'GET',
  path: 'staff/streams/:id',
  access: 'staff:events',
  cost: REPLAY_COST,
  summary: 'The state that the events of a stream make, at any of its versions or at an instant.',
  output: streamStateView,
  ...ROW_CALL,
  input: streamById,
  refusals: ['staff.not-found', 'staff.replay-too-long', 'request.too-many'],
});

const personAsOf = z.object({ id: z.string().min(1).max(300), at: instant });

export const staffUserAsOf = defineCall({
  method: 'GET',
  path: 'staff/users/:id/as-of',
  access: 'staff:events',
  cost: REPLAY_COST,
  summary: 'An account as it stood at an instant, replayed from its events. The reading is recorded.',
  output: personAsOfView,
  ...ROW_CALL,
  input: personAsOf,
  refusals: [
    'staff.not-found',
    'staff.not-open-yet',
    'staff.replay-too-long',
    'request.too-many',
    'request.unavailable',
  ],
});

const byRealm = z.object({ realm: z.enum(REALMS), again: z.literal('true').optional() });

export const staffChain = defineCall({
  method: 'GET',
  path: 'staff/chain',
  access: 'staff:events',
  summary:
    'How far the hash chain of a realm was checked, and the signed checkpoints. `again` reads it from its first event now.',
  input: byRealm,
  output: chainStatusView,
  bare: true,
});

export const staffLedgerAccounts = defineCall({
  method: 'GET',
  path: 'staff/ledger-accounts',
  access: 'staff:ledger',
  summary: 'Accounts of the ledger with their balances.',
  output: z.array(ledgerAccountRow),
  ...LIST_CALL,
});

export const staffLedgerAccount = defineCall({
  method: 'GET',
  path: 'staff/ledger-accounts/:id',
  access: 'staff:ledger',
  summary: 'One account of the ledger in one asset.',
  output: ledgerAccountRow,
  ...ROW_CALL,
});

export const staffPostings = defineCall({
  method: 'GET',
  path: 'staff/postings',
  access: 'staff:ledger',
  summary: 'Postings of the ledger.',
  output: z.array(postingRow),
  ...LIST_CALL,
});

export const staffPosting = defineCall({
  method: 'GET',
  path: 'staff/postings/:id',
  access: 'staff:ledger',
  summary: 'One posting.',
  output: postingRow,
  ...ROW_CALL,
});
