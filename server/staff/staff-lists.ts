import type { Pool } from 'pg';
import { EXPORT_ROWS_MAX, LIST_PERMISSIONS, type StaffListName } from '../../contracts/staff-desk.contract.js';
import { permits } from '../../contracts/staff.contract.js';
import type { Clock } from '../core/clock.js';
import { isRefusal, refuse, type Refusal } from '../core/refusal.js';
import type { Download } from '../edge/http/reply.js';
import type { StaffSession } from '../edge/http/sessions.js';
import type { ProjectionRunner } from '../engine/projections/runner.js';
import { fileOfList } from './lists/list-export.js';
import { reading } from './lists/list-sql.js';
import { staffLists, type Asker, type ListInput, type StaffList, type StaffListRow } from './lists/all.js';

/** A console shows what there is rather than nothing when a read model is behind. */
const FRESHEN_MS = 1_000;
/** An export holds a database connection for as long as it is read: the others wait their turn. */
const EXPORTS_AT_ONCE = 2;

type SetHeader = (name: string, value: string) => void;

/** Lists and single rows of the console, with `Content-Range` as ra-data-simple-rest reads it, and the same as CSV. */
export class StaffLists {
  private exporting = 0;

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly projections: ProjectionRunner,
  ) {}

  async list<Name extends StaffListName>(
    session: StaffSession & Asker,
    name: Name,
    input: ListInput,
    header: SetHeader = () => undefined,
  ): Promise<StaffListRow<Name>[] | Refusal> {
    const list = staffLists[name](this.clock.now(), session) as StaffList<StaffListRow<Name>>;
    const asked = list.ask(input);
    if (isRefusal(asked)) return asked;
    await this.freshen(list.readModels);
    const found = await reading(this.pool, (client) => asked.read(client));
    if (isRefusal(found)) return found;
    const { from } = asked.request;
    const last = Math.max(from, from + found.rows.length - 1);
    header('Content-Range', `${name} ${from}-${last}/${found.total}`);
    // Beyond what is worth counting the total only says "at least"; the last page then is not the last.
    header('X-Total-Count-Is', found.exact ? 'exact' : 'at-least');
    return found.rows.map((row) => list.shown(session.roles, row));
  }

  async one<Name extends StaffListName>(
    session: StaffSession & Asker,
    name: Name,
    id: string,
  ): Promise<StaffListRow<Name> | Refusal> {
    const rows = await this.list(session, name, { filter: JSON.stringify({ id: [id] }) });
    return isRefusal(rows) ? rows : (rows[0] ?? refuse('staff.not-found', { id }));
  }

  /** Every row that the filter leaves, to a stated limit, as they all stood at one moment. */
  async file(
    session: StaffSession & Asker,
    { list: name, filter, sort, format }: { list: StaffListName; format: 'csv' | 'json' } & Omit<ListInput, 'range'>,
    header: SetHeader,
  ): Promise<Download | Refusal> {
    const permission = LIST_PERMISSIONS[name];
    if (!permits(session.roles, permission, session.queues)) return refuse('staff.role-missing', { permission });
    const list = staffLists[name](this.clock.now(), session);
    const asked = list.ask({ filter, sort, range: '[0,0]' });
    if (isRefusal(asked)) return asked;
    if (this.exporting >= EXPORTS_AT_ONCE) return refuse('request.too-many', { retryAfterSeconds: 10 });
    this.exporting += 1;
    const done = (): void => void (this.exporting -= 1);
    try {
      await this.freshen(list.readModels);
      const shown = (row: unknown): unknown => list.shown(session.roles, row);
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
