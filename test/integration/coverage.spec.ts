import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openCluster, type Cluster } from '../../scripts/postgres/cluster.js';
import { entryOf, FILES } from '../../server/audit/covered/files.js';
import { coverageProblems, readColumns } from '../../server/audit/covered/report.js';
import { main } from '../../server/cli/audit.js';
import { openPool } from '../../server/engine/history/database.js';
import { KeptHeads } from '../../server/engine/history/kept-heads.js';
import { migrate } from '../../server/engine/history/migrate.js';
import { seededFolder, startApp } from '../kit/app.js';
import { ROOT } from '../kit/sources.js';
import { systemClock } from '../../server/core/clock.js';

let dataDir: string;
let cluster: Cluster;
let url: string;

/** An installation whose database lies in its own data folder, started once and stopped. */
beforeAll(async () => {
  dataDir = seededFolder(systemClock);
  cluster = await openCluster({ directory: dataDir });
  await cluster.ensureDatabase('glassbook');
  url = cluster.url('glassbook');
  await migrate(url);
  const started = await startApp({ databaseUrl: url, dataDir });
  await started.close();
}, 120_000);
afterAll(async () => {
  await cluster.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('the tables of a migrated database', () => {
  it('are classified, each column of them, and nothing is classified that is not there', async () => {
    const pool = openPool(url, 2);
    try {
      const found = await readColumns(pool);
      expect(found.length).toBeGreaterThan(1_000);
      expect(coverageProblems(found)).toEqual({ unclassified: [], stale: [] });
    } finally {
      await pool.end();
    }
  });

  it('are named where nobody classified them', () => {
    const found = [{ table: 'events', column: 'forged' }];
    const { unclassified, stale } = coverageProblems(found);
    expect(unclassified).toEqual(['events.forged']);
    expect(stale).toContain('events.hash');
  });

  it('are printed for people, with what is not covered', async () => {
    const printed: string[] = [];
    const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = (text: string | Uint8Array) => printed.push(String(text)) > 0;
    try {
      expect(await main(['coverage'], url)).toBe(0);
    } finally {
      process.stdout.write = write;
    }
    const text = printed.join('');
    expect(text).toMatch(/^\d+ columns are covered, \d+ are derivable, \d+ are not covered\.\n/);
    expect(text).toMatch(/\nevents\n {2}stream, version, .*: covered by chain\n/);
    expect(text).not.toMatch(/UNCLASSIFIED|STALE/);
  });
});

describe('the files of a data folder', () => {
  /** Paths below the data folder that the program's own text names. */
  function named(): string[] {
    const sources = ['server', 'scripts'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?<!\.spec)\.ts$/.test(file))
        .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
    );
    const joined = /join\((?:\w+\.)?(?:dataDir|directory), ('[^)]*')\)/g;
    return sources.flatMap((text) =>
      [...text.matchAll(joined)].map(([, parts = '']) =>
        parts.replaceAll(/'(?:, ')?/g, (mark) => (mark === "'" ? '' : '/')),
      ),
    );
  }

  function filesIn(folder: string, above = ''): string[] {
    return readdirSync(join(folder, above)).flatMap((name) => {
      const path = above === '' ? name : `${above}/${name}`;
      const isWhole = entryOf(path)?.endsWith('/') === true;
      return !isWhole && statSync(join(folder, path)).isDirectory() ? filesIn(folder, path) : [path];
    });
  }

  it('are classified, those that are there and those that the program names', async () => {
    await new KeptHeads(join(dataDir, 'heads')).accept({}, 'a test');
    const folders = Object.keys(FILES).map((entry) => entry.split('/')[0]);
    const found = filesIn(dataDir);
    const inText = named().filter((path) => path.includes('.') || path.includes('/') || !folders.includes(path));
    expect(found).toEqual(
      expect.arrayContaining(['heads/heads.json', 'heads/restore.json', 'postgres', 'postgres.json']),
    );
    expect(inText).toEqual(expect.arrayContaining(['secrets/checkpoint-key.pem', 'server.json']));
    expect([...found, ...inText].filter((path) => entryOf(path) === undefined)).toEqual([]);
    const used = new Set([...found, ...named()].map((path) => entryOf(path)));
    expect(Object.keys(FILES).filter((entry) => !used.has(entry))).toEqual([]);
  });
});
