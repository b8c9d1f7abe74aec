import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a running PostgreSQL writes about itself into `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
  /** True once it accepts connections; false while it starts, recovers or stops. */
  ready: boolean;
}

/**
 * Reads `postmaster.pid`: process id, data folder, start time, port, socket folder, address, shared memory key and status,
 * a line each. Undefined while it is absent or half written, or when it is not about the process asked for.
 */
export function readPostmaster(data: string, pid?: number): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const found = Number.parseInt(lines[0] ?? '', 10);
  if (!(found > 0) || (pid !== undefined && found !== pid)) return undefined;
  return { pid: found, port: Number.parseInt(lines[3] ?? '', 10) || 0, ready: lines[7]?.trim() === 'ready' };
}
