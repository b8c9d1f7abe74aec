import { z } from 'zod';
import { staffBalanceRow } from './staff-lists.contract.js';
import { STAFF_ROLES } from './staff.contract.js';

export const ledgerAccountRow = z
  .object({
    id: z.string(),
    realm: z.string(),
    account: z.string(),
    asset: z.string(),
    balance: z.string(),
    mayGoNegative: z.boolean(),
    postings: z.number(),
  })
  .meta({ id: 'LedgerAccountRow', description: '`/staff/ledger-accounts`: id is `<realm>:<account>:<asset>`.' });
export type LedgerAccountRow = z.output<typeof ledgerAccountRow>;

export const postingRow = z
  .object({
    id: z.string(),
    realm: z.string(),
    position: z.number(),
    line: z.number(),
    account: z.string(),
    asset: z.string(),
    amount: z.string(),
    at: z.number(),
    eventType: z.string(),
  })
  .meta({ id: 'PostingRow', description: '`/staff/postings`: id is `<realm>:<position>:<line>`.' });
export type PostingRow = z.output<typeof postingRow>;

/** What an id in an event or a state is of, and by what name. Persons' names are masked for who may not see persons. */
export const namedId = z.union([
  z.object({ of: z.literal('person'), userId: z.string(), name: z.string() }),
  z.object({ of: z.literal('staff'), name: z.string(), roles: z.array(z.enum(STAFF_ROLES)) }),
  z.object({ of: z.enum(['order', 'trade']) }),
  z.object({ of: z.literal('stream'), realm: z.string(), stream: z.string() }),
]);
export type NamedId = z.output<typeof namedId>;

export const eventRow = z
  .object({
    id: z.string(),
    realm: z.string(),
    position: z.number(),
    stream: z.string(),
    version: z.number(),
    type: z.string(),
    schema: z.number(),
    at: z.number(),
    actor: z.string(),
    correlation: z
      .string()
      .describe('What began the whole: the id of a call, or the id of an event that nothing caused.'),
    causation: z.string().describe('Its command, as `<cause>/<type>`; the cause is the id of a call or of an event.'),
    command: z.string().describe('SHA-256 of the command that it follows from, as its segment keeps it.'),
    data: z.unknown(),
    postings: z.array(z.object({ account: z.string(), asset: z.string(), amount: z.string() })),
    hash: z.string(),
    previousHash: z.string(),
    hashRight: z
      .boolean()
      .describe(
        'Whether the server, which sees what is masked, computes this very hash from the event and the stored hash before it.',
      ),
    ids: z
      .record(z.string(), namedId)
      .describe('Ids in `data` and who acted, as `actor` says it; an id that is of nothing known has no entry.'),
  })
  .meta({ id: 'EventRow', description: '`/staff/events`: id is `<realm>:<position>`.' });
export type EventRow = z.output<typeof eventRow>;

export const streamRow = z
  .object({
    id: z.string(),
    realm: z.string(),
    stream: z.string(),
    kind: z.string(),
    version: z.number(),
    firstAt: z.number(),
    lastAt: z.number(),
    position: z.number(),
  })
  .meta({
    id: 'StreamRow',
    description: '`/staff/streams`: id is `<realm>:<stream>`; `position` is that of its newest event.',
  });

export const streamStateView = z
  .object({
    id: z.string(),
    realm: z.string(),
    stream: z.string(),
    version: z.number(),
    headVersion: z.number(),
    state: z.unknown(),
    stateHash: z.string(),
    at: z.number().nullable().describe('When the event of this version happened; `null` at version 0.'),
    ids: z.record(z.string(), namedId),
  })
  .meta({
    id: 'StreamStateView',
    description: '`/staff/streams/<realm>:<stream>?version=N`: the state that the events up to `version` make.',
  });
export type StreamStateView = z.output<typeof streamStateView>;

export const orderAsOf = z
  .object({
    symbol: z.string(),
    orderId: z.string(),
    owner: z.string(),
    side: z.string(),
    kind: z.string(),
    price: z.string().nullable(),
    stopPrice: z.string().nullable(),
    quantity: z.string(),
    remaining: z.string(),
    held: z.string(),
    heldAsset: z.string(),
    placedAt: z.number(),
  })
  .meta({
    id: 'OrderAsOf',
    description: 'An order that was open. `price` is `null` where any price within the band was meant.',
  });

export const personAsOfView = z
  .object({
    userId: z.string(),
    realm: z.string(),
    at: z.number(),
    position: z.number(),
    hash: z.string(),
    status: z.string(),
    ownerId: z.string(),
    generation: z.number().nullable(),
    balances: z.array(staffBalanceRow),
    orders: z.array(orderAsOf),
    identity: z.array(z.object({ level: z.string(), status: z.string() })),
    factors: z
      .array(
        z.object({
          factor: z.enum(['google', 'trade-password', 'questions', 'wallet']),
          isSet: z.boolean(),
          since: z.number().nullable(),
        }),
      )
      .describe('`since` is `null` where nothing tells it.'),
    limits: z.object({
      riskClass: z.string(),
      creditScore: z.number().nullable().describe('`null` before the first change of it.'),
      withdrawalsOfDay: z.number().describe('Withdrawals asked for in the 24 hours before.'),
    }),
    policies: z.array(
      z.object({
        name: z.string(),
        version: z.number(),
        values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
      }),
    ),
    streams: z
      .array(z.object({ stream: z.string(), version: z.number(), stateHash: z.string() }))
      .describe('The streams that are named by the account.'),
  })
  .meta({
    id: 'PersonAsOfView',
    description:
      '`/staff/users/<id>/as-of?at=`: an account as it stood at an instant, replayed from the events up to `position`, whose hash binds all before it. `policies` are all that were in force then.',
  });
export type PersonAsOfView = z.output<typeof personAsOfView>;

export const chainStatusView = z
  .object({
    realm: z.string(),
    position: z.number(),
    headHash: z.string(),
    checkedTo: z.number(),
    checkedAt: z.number().nullable().describe('When the chain was last read from its first event.'),
    readingTo: z.number().nullable().describe('How far the reading under way has come; `null` when there is none.'),
    ok: z.boolean(),
    problem: z.string().nullable(),
    checkpoints: z.array(
      z.object({ position: z.number(), hash: z.string(), at: z.number(), keyId: z.string(), signature: z.string() }),
    ),
  })
  .meta({
    id: 'ChainStatusView',
    description:
      '`/staff/chain?realm=demo`: what was read of the chain, from the first event on, and the signed checkpoints.',
  });
export type ChainStatusView = z.output<typeof chainStatusView>;

export const eventTypeView = z
  .object({
    type: z.string(),
  })
  .meta({ id: 'EventTypeView', description: '`/staff/event-types`: a type of event that has happened.' });
export type EventTypeView = z.output<typeof eventTypeView>;
