import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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

  /** Starts a server on a database and answers its port and process id; without limits unless it is asked for with them. */
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
    let said = '';
    const port = await new Promise<number>((resolve, reject) => {
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
        said += chunk;
        const found = /client\s+http:\/\/\S+:(\d+)\//.exec(said)?.[1];
        if (found !== undefined) resolve(Number(found));
      });
      child.once('exit', () => reject(new Error(`the server ended before it served:\n${said}`)));
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
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
