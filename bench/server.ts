import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCluster, type Cluster } from '../scripts/postgres/cluster.js';
import { LOAD_SETTINGS } from './load-settings.js';

/** As `npm start` sets them (scripts/lib/runtime.mjs). */
const MEMORY_FLAGS = ['--max-semi-space-size=16', '--max-old-space-size=1024'];
const MEMORY_ENV = { MALLOC_MMAP_THRESHOLD_: '262144' };

/** A PostgreSQL of a bench's own, and servers on it, each a process of its own as `npm start` runs it. */
export class BenchPlace {
  private readonly servers: ChildProcess[] = [];

  private constructor(
    private readonly folder: string,
    readonly cluster: Cluster,
  ) {}

  static async open(): Promise<BenchPlace> {
    const folder = mkdtempSync(join(tmpdir(), 'glassbook-bench-'));
    const cluster = await openCluster({ directory: folder, settings: { max_connections: '120' } });
    return new BenchPlace(folder, cluster);
  }

  async database(name: string): Promise<string> {
    await this.cluster.ensureDatabase(name);
    return this.cluster.url(name);
  }

  /** Starts a server on a database and answers its port and process id; without limits by default. */
  async server(
    databaseUrl: string,
    settings: Record<string, string> = LOAD_SETTINGS,
  ): Promise<{ port: number; pid: number }> {
    const env = {
      ...process.env,
      ...settings,
      PORT: '0',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      DATA_DIR: this.folder,
    };
    const child = spawn(process.execPath, [...MEMORY_FLAGS, 'dist/scripts/serve.js'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...env, ...MEMORY_ENV, DATABASE_URL: databaseUrl },
    });
    this.servers.push(child);
    let output = '';
    const port = await new Promise<number>((resolve, reject) => {
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
        const found = /client\s+http:\/\/\S+:(\d+)\//.exec(output)?.[1];
        if (found !== undefined) resolve(Number(found));
      });
      child.once('exit', () => reject(new Error(`the server ended before it served:\n${output}`)));
    });
    return { port, pid: child.pid ?? -1 };
  }

  async close(): Promise<void> {
    for (const child of this.servers) {
      if (child.exitCode !== null) continue;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
    await this.cluster.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Resident memory of a process in MB. */
export function residentMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(line ?? '0') / 1024;
}

/** Processor seconds that a process has used, its threads together. */
export function cpuSeconds(pid: number): number {
  const { user, system } = statOf(pid);
  return (user + system) / TICKS_PER_SECOND;
}

/** Processor seconds of a PostgreSQL, the connections that have ended included. */
export function databaseCpuSeconds(postmaster: number): number {
  const { user, system, ended } = statOf(postmaster);
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter(({ parent }) => parent === postmaster)
    .reduce((sum, each) => sum + each.user + each.system, 0);
  return (user + system + ended + running) / TICKS_PER_SECOND;
}

const TICKS_PER_SECOND = 100;

/** In ticks; zeros for a process that has ended meanwhile. */
function statOf(pid: number) {
  let stat = '';
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // It has ended since its number was read.
  }
  // The name stands in brackets and may hold anything.
  const [, parent = 0, ...fields] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(9);
  return { parent, user, system, ended: endedUser + endedSystem };
}
