import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { Language } from '../../../shared/language.js';
import type { StaffListName } from '../../../contracts/staff-desk.contract.js';
import type { EventRow } from '../../../contracts/staff-history.contract.js';
import type { StaffRole, StaffUserRow } from '../../../contracts/staff.contract.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { masked, maskedEventData, maskedIds, seesPersons, reviewQueuesOf } from '../../edge/auth/masking.js';
import { c2cOrderResource, sellerResource } from './c2c.js';
import { instrumentResource } from './catalogue.js';
import { depositResource } from './deposits.js';
import { contentResource, contentVersionResource } from './content.js';
import { lockResource, memberResource, timerResource } from './desk.js';
import { epochResource } from './epochs.js';
import { eventShape, listEvents } from './events.js';
import { ledgerAccountResource, postingResource } from './ledger.js';
import { decisionResource, policyProposalResource, policyResource, policyVersionResource } from './policies.js';
import { readListRequest, type ListRequest, type ListShape } from './list-request.js';
import type { ListAnswer } from './list-sql.js';
import { orderResource } from './orders.js';
import { listRows, type Resource } from './resource.js';
import { reconciliationResource } from './reconciliations.js';
import { reviewResource } from './reviews.js';
import { streamResource } from './streams.js';
import { tradeResource } from './trades.js';
import { userResource } from './users.js';
import { withdrawalResource } from './withdrawals.js';

export interface ListInput {
  filter?: string | undefined;
  range?: string | undefined;
  sort?: string | undefined;
}

type Read = (client: PoolClient, from?: number, count?: number) => Promise<ListAnswer<unknown>>;

/** A list of the console: what it reads, how a question becomes a page, and what some roles do not see of a row. */
export interface StaffList<Row = unknown> {
  readonly readModels: readonly string[];
  /** Checks the question once; the answer reads any stretch of it. */
  ask(input: ListInput): { request: ListRequest<unknown>; read: Read } | Refusal;
  shown(roles: readonly StaffRole[], row: unknown): Row;
}

/** Every list there is, as it stands at an instant. */
export const staffLists = {
  users: () => ofResource(userResource, maskedUser),
  locks: (now) => ofResource(lockResource(now)),
  orders: () => ofResource(orderResource),
  trades: () => ofResource(tradeResource),
  'ledger-accounts': () => ofResource(ledgerAccountResource),
  postings: () => ofResource(postingResource),
  // Events are read where they are stored; their filters ask these read models.
  events: () => list(['history', 'ledger', 'spot', 'users'], eventShape, listEvents, maskedEvent),
  streams: () => ofResource(streamResource),
  timers: (now) => ofResource(timerResource(now)),
  epochs: (now) => ofResource(epochResource(now)),
  instruments: () => ofResource(instrumentResource),
  policies: () => ofResource(policyResource),
  'policy-versions': () => ofResource(policyVersionResource),
  'policy-proposals': () => ofResource(policyProposalResource),
  decisions: () => ofResource(decisionResource),
  members: (now) => ofResource(memberResource(now)),
  // A reviewer has no business in queues that are not his.
  reviews: (now, asker) => ofResource(reviewResource(now, reviewQueuesOf(asker), asker.staffId)),
  reconciliations: () => ofResource(reconciliationResource),
  'c2c-orders': () => ofResource(c2cOrderResource),
  sellers: () => ofResource(sellerResource),
  deposits: () => ofResource(depositResource),
  withdrawals: () => ofResource(withdrawalResource),
  content: (_, { lang }) => ofResource(contentResource(lang)),
  'content-versions': () => ofResource(contentVersionResource),
} satisfies Record<StaffListName, (now: number, asker: Asker) => StaffList>;

/** A row of this list. */
export type StaffListRow<Name extends StaffListName> =
  ReturnType<(typeof staffLists)[Name]> extends StaffList<infer Row> ? Row : never;

/** Who asks, as far as a list is another for him; English where he does not say in which language. */
export type Asker = Parameters<typeof reviewQueuesOf>[0] & { readonly staffId: string; lang?: Language };

type Mask<Row> = (row: Row) => Row;

function ofResource<Filter extends z.ZodObject, Row>(
  resource: Resource<Filter, Row>,
  mask?: Mask<Row>,
): StaffList<Row> {
  return list(resource.readModels, resource, (client, request) => listRows(client, resource, request), mask);
}

function list<Filter extends z.ZodObject, Row>(
  readModels: readonly string[],
  shape: ListShape<Filter>,
  rows: (client: PoolClient, request: ListRequest<z.output<Filter>>) => Promise<ListAnswer<Row>>,
  mask: Mask<Row> = (row) => row,
): StaffList<Row> {
  return {
    readModels,
    ask(input) {
      const request = readListRequest(shape, input);
      if (isRefusal(request)) return request;
      const read: Read = (client, from = request.from, count = request.count) =>
        rows(client, { ...request, from, count });
      return { request, read };
    },
    shown: (roles, row) => (seesPersons(roles) ? (row as Row) : mask(row as Row)),
  };
}

/** Demo names are made up by the server; only a real account's name may tell who somebody is. */
function maskedUser(row: StaffUserRow): StaffUserRow {
  return row.realm === 'demo' ? row : masked(row);
}

/** An instrument's name is no person's. */
function maskedEvent(event: EventRow): EventRow {
  const data = event.realm === 'real' ? maskedEventData(event.type, event.data) : event.data;
  return { ...event, data, ids: maskedIds(event.ids) };
}
