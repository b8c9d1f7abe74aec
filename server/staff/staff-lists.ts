import type { Pool } from 'pg';
import type { z } from 'zod';
import type { EventRow, StaffUserRow } from '../../contracts/staff.contract.js';
import type { Clock } from '../core/clock.js';
import { isRefusal, refuse, type Refusal } from '../core/refusal.js';
import type { ProjectionRunner } from '../projections/runner.js';
import type { StaffSession } from '../edge/http/sessions.js';
import { epochResource } from './lists/epochs.js';
import { eventShape, listEvents } from './lists/events.js';
import { readListRequest, type ListRequest, type ListShape } from './lists/list-request.js';
import type { ListAnswer } from './lists/list-sql.js';
import { listRows, type Resource } from './lists/resource.js';
import { userResource } from './lists/users.js';
import { masked, seesPersons } from './personal.js';

export interface ListInput {
  filter?: string | undefined;
  range?: string | undefined;
  sort?: string | undefined;
}
/** Events are read where they are stored; their filters ask these. */
const EVENT_READ_MODELS = ['history', 'ledger', 'spot'];
/** A console shows what there is rather than nothing when a read model is behind. */
const FRESHEN_MS = 1_000;

type SetHeader = (name: string, value: string) => void;

/** Lists and single rows of the console, with `Content-Range` as ra-data-simple-rest reads it. */
export class StaffLists {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly projections: ProjectionRunner,
  ) {}

  async list<Filter extends z.ZodObject, Row>(
    name: string,
    resource: Resource<Filter, Row>,
    input: ListInput,
    header: SetHeader,
  ): Promise<Row[] | Refusal> {
    await this.freshen(resource.readModels);
    return this.answer(name, resource, input, header, (request) => listRows(this.pool, resource, request));
  }

  async one<Filter extends z.ZodObject, Row>(resource: Resource<Filter, Row>, id: string): Promise<Row | Refusal> {
    await this.freshen(resource.readModels);
    const request = readListRequest(resource, { filter: JSON.stringify({ id: [id] }) });
    const found = isRefusal(request) ? request : await listRows(this.pool, resource, request);
    return isRefusal(found) ? found : (found.rows[0] ?? refuse('staff.not-found', { id }));
  }

  async users(session: StaffSession, input: ListInput, header: SetHeader): Promise<StaffUserRow[] | Refusal> {
    const rows = await this.list('users', userResource, input, header);
    return isRefusal(rows) ? rows : rows.map((row) => this.user(session, row));
  }

  /** Demo names are made up by the server; only a real account's name may tell who somebody is. */
  user(session: StaffSession, row: StaffUserRow): StaffUserRow {
    return row.realm === 'demo' || seesPersons(session.roles) ? row : masked(row);
  }

  epochs(input: ListInput, header: SetHeader) {
    return this.list('epochs', epochResource(this.clock.now()), input, header);
  }

  epoch(id: string) {
    return this.one(epochResource(this.clock.now()), id);
  }

  async events(session: StaffSession, input: ListInput, header: SetHeader): Promise<EventRow[] | Refusal> {
    await this.freshen(EVENT_READ_MODELS);
    const rows = await this.answer('events', eventShape, input, header, (request) => listEvents(this.pool, request));
    return isRefusal(rows) || seesPersons(session.roles) ? rows : rows.map(maskedEvent);
  }

  async event(session: StaffSession, id: string): Promise<EventRow | Refusal> {
    const rows = await this.events(session, { filter: JSON.stringify({ id: [id] }) }, () => undefined);
    return isRefusal(rows) ? rows : (rows[0] ?? refuse('staff.not-found', { id }));
  }

  private async freshen(readModels: readonly string[]): Promise<void> {
    const workers = this.projections.status().filter(({ projection }) => readModels.includes(projection));
    await Promise.all(workers.map(({ projection, realm }) => this.projections.upToDate(projection, realm, FRESHEN_MS)));
  }

  private async answer<Filter extends z.ZodObject, Row>(
    name: string,
    shape: ListShape<Filter>,
    input: ListInput,
    header: SetHeader,
    read: (request: ListRequest<z.output<Filter>>) => Promise<ListAnswer<Row> | Refusal>,
  ): Promise<Row[] | Refusal> {
    const request = readListRequest(shape, input);
    if (isRefusal(request)) return request;
    const found = await read(request);
    if (isRefusal(found)) return found;
    const last = Math.max(request.from, request.from + found.rows.length - 1);
    header('Content-Range', `${name} ${request.from}-${last}/${found.total}`);
    // Beyond what is worth counting the total only says "at least"; the last page then is not the last.
    header('X-Total-Count-Is', found.exact ? 'exact' : 'at-least');
    return found.rows;
  }
}

function maskedEvent(event: EventRow): EventRow {
  // An instrument's name is no person's.
  return event.realm === 'real' ? { ...event, data: masked(event.data) } : event;
}
