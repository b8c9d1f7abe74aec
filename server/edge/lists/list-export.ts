import type { Pool, PoolClient } from 'pg';
import { csvField, csvRow, CSV_TYPE } from '../http/csv.js';
import { Download } from '../http/reply.js';
import { BEGIN, type ListAnswer } from '../../engine/lists/list-sql.js';

const PAGE = 1_000;

interface Exported {
  name: string;
  format: 'csv' | 'json';
  read(client: PoolClient, from: number, count: number): Promise<ListAnswer<unknown>>;
  view(row: unknown): unknown;
  rowsMax: number;
  /** Called once when the file is written, or will not be. */
  done(): void;
}

/**
 * A list as a file. The first page is read before anything is sent, so that a filter that takes too long is an error and
 * not half a file. All pages are read in one transaction, which sees one moment.
 */
export async function fileOfList(
  pool: Pool,
  list: Exported,
): Promise<{ download: Download; total: number; exact: boolean }> {
  const client = await pool.connect();
  try {
    await client.query(BEGIN);
    const first = await list.read(client, 0, PAGE);
    const total = Math.min(first.total, list.rowsMax);
    const type = list.format === 'csv' ? CSV_TYPE : 'application/json';
    const name = `glassbook-${list.name}.${list.format}`;
    const download = new Download(name, type, new Pieces(client, list, first.rows));
    return { download, total, exact: first.exact || first.total >= list.rowsMax };
  } catch (error) {
    await release(client);
    throw error;
  }
}

/** A generator that is given up before its first step never reaches its own `finally`; this lets go in any case. */
class Pieces implements AsyncIterable<string> {
  constructor(
    private readonly client: PoolClient,
    private readonly list: Exported,
    private readonly first: unknown[],
  ) {}

  [Symbol.asyncIterator](): AsyncIterator<string> {
    const pieces = this.write();
    let over = false;
    const end = async (): Promise<void> => {
      if (over) return;
      over = true;
      await release(this.client);
      this.list.done();
    };
    return {
      next: async () => {
        try {
          const step = await pieces.next();
          if (step.done === true) await end();
          return step;
        } catch (error) {
          await end();
          throw error;
        }
      },
      return: async () => {
        await end();
        return { done: true, value: undefined };
      },
    };
  }

  private async *write(): AsyncGenerator<string> {
    const { format, read, view, rowsMax } = this.list;
    const columns = Object.keys((this.first[0] ?? {}) as object);
    const { begin, rowOf, end } = format === 'csv' ? csvFile(columns) : jsonFile();
    yield begin;
    let rows = this.first;
    for (let written = 0; rows.length > 0 && written < rowsMax;) {
      const before = written;
      yield rows.map((row, index) => rowOf(view(row), before + index)).join('');
      written += rows.length;
      rows = rows.length < PAGE ? [] : (await read(this.client, written, Math.min(PAGE, rowsMax - written))).rows;
    }
    yield end;
  }
}

interface FileOfRows {
  readonly begin: string;
  rowOf(row: unknown, index: number): string;
  readonly end: string;
}

function csvFile(columns: readonly string[]): FileOfRows {
  const cells = (row: unknown) => columns.map((column) => csvField(column, (row as Record<string, unknown>)[column]));
  return { begin: csvRow(columns), rowOf: (row) => csvRow(cells(row)), end: '' };
}

/** A list, a row a line: as the console reads it, with instants in milliseconds. */
function jsonFile(): FileOfRows {
  return { begin: '[\n', rowOf: (row, index) => `${index === 0 ? '' : ',\n'}${JSON.stringify(row)}`, end: '\n]\n' };
}

async function release(client: PoolClient): Promise<void> {
  let broken = false;
  await client.query('ROLLBACK').catch(() => (broken = true));
  client.release(broken);
}
