import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, row, type BenchRow } from './kit.js';

const ROUNDS = 5;
const LIMIT_SECONDS = 3;

/** `npm start` with nothing to install, build or migrate: from the command to serving, its own PostgreSQL included. */
export async function bench(): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'glassbook-bench-start-'));
  try {
    await startOnce(dataDir);
    const seconds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) seconds.push(await startOnce(dataDir));
    return [
      row({
        name: 'warm start to serving',
        ours: median(seconds),
        peer: LIMIT_SECONDS,
        unit: 's',
        atMost: 1,
        note: `median of ${ROUNDS}; peer: the limit`,
      }),
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Starts a server, waits until it serves, ends it; answers the time until it served. */
async function startOnce(dataDir: string): Promise<number> {
  const startedAt = performance.now();
  const env = { ...process.env, PORT: '0', LOG_LEVEL: 'error', NODE_ENV: 'production', DATA_DIR: dataDir };
  const child = spawn(process.execPath, ['scripts/start.mjs'], { stdio: ['ignore', 'ignore', 'pipe'], env });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      if (output.includes('serves after')) resolve();
    });
    child.once('exit', () => reject(new Error(`it ended before it served:\n${output}`)));
  });
  const seconds = (performance.now() - startedAt) / 1000;
  child.kill('SIGTERM');
  await ended;
  return seconds;
}
