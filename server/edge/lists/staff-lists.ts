import type { Pool } from 'pg';
import { EXPORT_ROWS_MAX } from '../../../contracts/staff-lists.contract.js';
import { permits } from '../../../contracts/staff.contract.js';
import type { Clock } from '../../core/clock.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { ListInput } from '../../engine/lists/list-request.js';
import { reading } from '../../engine/lists/list-sql.js';
import type { Reading, StaffList } from '../../engine/lists/staff-list.js';
import type { ProjectionRunner } from '../../engine/projections/runner.js';
import { seesPersons } from '../auth/masking.js';
import type { Download } from '../http/reply.js';
import { fileOfList } from './list-export.js';

/** A console shows what there is rather than nothing when a read model is behind. */
const FRESHEN_MS = 1_000;
/** An export holds a database connection for as long as it is read: the others wait their turn. */
const EXPORTS_AT_ONCE = 2;

type SetHeader = (name: string, value: string) => void;
type Reader = Reading['reader'];

/** Lists and single rows of the console, with `Content-Range` as ra-data-simple-rest reads it, and the same as CSV. */
export class StaffLists {
  private exporting = 0;

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly projections: ProjectionRunner,
    /** Every list there is. */
    readonly all: readonly StaffList[],
  ) {}

  async list<Row>(
    reader: Reader,
    list: StaffList<Row>,
    input: ListInput,
    header: SetHeader = () => undefined,
  ): Promise<Row[] | Refusal> {
    const query = list.prepare(input, { now: this.clock.now(), reader });
    if (isRefusal(query)) return query;
    await this.freshen(query.readModels);
    const found = await reading(this.pool, (client) => query.read(client));
    if (isRefusal(found)) return found;
    const { from } = query.request;
    const last = Math.max(from, from + found.rows.length - 1);
    header('Content-Range', `${list.name} ${from}-${last}/${found.total}`);
    // Beyond what is worth counting the total only says "at least"; the last page then is not the last.
    header('X-Total-Count-Is', found.exact ? 'exact' : 'at-least');
    return seesPersons(reader.roles) ? found.rows : found.rows.map((row) => list.mask(row));
  }

  async one<Row>(reader: Reader, list: StaffList<Row>, id: string): Promise<Row | Refusal> {
    const rows = await this.list(reader, list, { filter: JSON.stringify({ id: [id] }) });
    return isRefusal(rows) ? rows : (rows[0] ?? refuse('staff.not-found', { id }));
  }

  /** Every row that the filter leaves, to a stated limit, as they all stood at one moment. */
  async file(
    reader: Reader,
    { list: name, filter, sort, format }: { list: string; format: 'csv' | 'json' } & Omit<ListInput, 'range'>,
    header: SetHeader,
  ): Promise<Download | Refusal> {
    const list = this.all.find((one) => one.name === name);
    if (list === undefined) return unknownList(this.all.map((one) => one.name));
    const { permission } = list;
    if (!permits(reader.roles, permission, reader.queues)) return refuse('staff.role-missing', { permission });
    const query = list.prepare({ filter, sort, range: '[0,0]' }, { now: this.clock.now(), reader });
    if (isRefusal(query)) return query;
    if (this.exporting >= EXPORTS_AT_ONCE) return refuse('request.too-many', { retryAfterSeconds: 10 });
    this.exporting += 1;
    const done = (): void => void (this.exporting -= 1);
    try {
      await this.freshen(query.readModels);
      const sees = seesPersons(reader.roles);
      const view = (row: unknown): unknown => (sees ? row : list.mask(row));
      const rowsMax = EXPORT_ROWS_MAX;
      const file = await fileOfList(this.pool, { name, format, read: query.read, view, rowsMax, done });
      header('X-Total-Count', String(file.total));
      header('X-Total-Count-Is', file.exact ? 'exact' : 'at-least');
      return file.download;
    } catch (error) {
      done();
      throw error;
    }
  }

  private async freshen(readModels: readonly string[]): Promise<void> {
    const workers = this.projections.status().filter(({ projection }) => readModels.includes(projection));
    await Promise.all(workers.map(({ projection, realm }) => this.projections.upToDate(projection, realm, FRESHEN_MS)));
  }
}

/** As a list of values in a contract refuses; the names are the nouns' own. */
const unknownList = (names: readonly string[]): Refusal =>
  refuse('request.field-invalid', { field: 'list', allowed: `oneOf\u001f${names.join(', ')}` });
