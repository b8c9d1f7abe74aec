import pg from 'pg';
import { cpuSeconds, databaseCpuSeconds, type BenchPlace } from './server.js';

/** What work has cost, by who paid: processor in microseconds, and bytes that PostgreSQL wrote to its log. */
export interface Cost {
  readonly server: number;
  readonly database: number;
  /** This process, which is the load. */
  readonly client: number;
  readonly wal: number;
}

/** Costs from the moment it is opened, of a server and the PostgreSQL below it. Without a server, its part is 0. */
export class CostMeter {
  private constructor(
    private readonly used: () => Promise<Cost>,
    private readonly before: Cost,
  ) {}

  static async open(place: BenchPlace, databaseUrl: string, serverPid?: number): Promise<CostMeter> {
    const used = async (): Promise<Cost> => {
      const { user, system } = process.cpuUsage();
      return {
        server: serverPid === undefined ? 0 : cpuSeconds(serverPid) * 1e6,
        database: databaseCpuSeconds(place.cluster.pid) * 1e6,
        client: user + system,
        wal: await walBytes(databaseUrl),
      };
    };
    return new CostMeter(used, await used());
  }

  /** The cost of one of `count` things done since. */
  async each(count: number): Promise<Cost> {
    const after = await this.used();
    const per = (what: keyof Cost): number => (after[what] - this.before[what]) / count;
    return { server: per('server'), database: per('database'), client: per('client'), wal: per('wal') };
  }
}

async function walBytes(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const text = `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text AS bytes`;
  const { rows } = await client.query<{ bytes: string }>(text);
  await client.end();
  return Number(rows[0]?.bytes);
}
