import type { Pool } from 'pg';
import { EXPORT_ROWS_MAX, LIST_PERMISSIONS, type StaffListName } from '../../../contracts/staff-lists.contract.js';
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
type Asker = Reading['asker'];

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
    asker: Asker,
    list: StaffList<Row>,
    input: ListInput,
    header: SetHeader = () => undefined,
  ): Promise<Row[] | Refusal> {
    const asked = list.ask(input, { now: this.clock.now(), asker });
    if (isRefusal(asked)) return asked;
    await this.freshen(asked.readModels);
    const found = await reading(this.pool, (client) => asked.read(client));
    if (isRefusal(found)) return found;
    const { from } = asked.request;
    const last = Math.max(from, from + found.rows.length - 1);
    header('Content-Range', `${list.name} ${from}-${last}/${found.total}`);
    // Beyond what is worth counting the total only says "at least"; the last page then is not the last.
    header('X-Total-Count-Is', found.exact ? 'exact' : 'at-least');
    return seesPersons(asker.roles) ? found.rows : found.rows.map((row) => list.mask(row));
  }

  async one<Row>(asker: Asker, list: StaffList<Row>, id: string): Promise<Row | Refusal> {
    const rows = await this.list(asker, list, { filter: JSON.stringify({ id: [id] }) });
    return isRefusal(rows) ? rows : (rows[0] ?? refuse('staff.not-found', { id }));
  }

  /** Every row that the filter leaves, to a stated limit, as they all stood at one moment. */
  async file(
    asker: Asker,
    { list: name, filter, sort, format }: { list: StaffListName; format: 'csv' | 'json' } & Omit<ListInput, 'range'>,
    header: SetHeader,
  ): Promise<Download | Refusal> {
    const permission = LIST_PERMISSIONS[name];
    if (!permits(asker.roles, permission, asker.queues)) return refuse('staff.role-missing', { permission });
    const list = this.all.find((one) => one.name === name);
    const asked = list?.ask({ filter, sort, range: '[0,0]' }, { now: this.clock.now(), asker });
    if (list === undefined || asked === undefined) throw new Error(`there is no list ${name}`);
    if (isRefusal(asked)) return asked;
    if (this.exporting >= EXPORTS_AT_ONCE) return refuse('request.too-many', { retryAfterSeconds: 10 });
    this.exporting += 1;
    const done = (): void => void (this.exporting -= 1);
    try {
      await this.freshen(asked.readModels);
      const sees = seesPersons(asker.roles);
      const shown = (row: unknown): unknown => (sees ? row : list.mask(row));
      const rowsMax = EXPORT_ROWS_MAX;
      const file = await fileOfList(this.pool, { name, format, read: asked.read, shown, rowsMax, done });
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
