import '../features.js';
import { openPool } from '../engine/history/database.js';
import { EventStore } from '../engine/history/event-store.js';
import { allProjections } from '../features.js';
import type { Projection } from '../engine/projections/projection.js';
import { rebuild, type RebuildReport } from '../engine/projections/rebuild.js';
import { print, runOnDatabase } from './terminal.js';

const USAGE = `Rebuilds read models from the first event, beside the live ones, and switches when both agree.

  npm run rebuild -- <name>|all [--accept-differences]

Read models: ${allProjections.map(({ name }) => name).join(', ')}
--accept-differences switches although they differ: for a read model whose code has changed.`;

/** Ends with 0 when all were rebuilt and equal, 1 when one differs, 2 on wrong arguments. */
export async function main(args: readonly string[], databaseUrl: string): Promise<number> {
  const accept = args.includes('--accept-differences');
  const names = args.filter((arg) => !arg.startsWith('--'));
  const wanted = choose(names);
  const unknown = args.some((arg) => arg.startsWith('--') && arg !== '--accept-differences');
  if (wanted === undefined || unknown) {
    print(USAGE);
    return 2;
  }
  const pool = openPool(databaseUrl, 4);
  let equal = true;
  try {
    const source = new EventStore(pool);
    const log = { info: (text: string) => print(`  ${text}`), warn: print, error: print };
    for (const projection of wanted) {
      const report = await rebuild({ pool, source, projection, log, acceptDifferences: accept });
      print(describe(report));
      equal &&= report.equal;
    }
  } finally {
    await pool.end();
  }
  return equal || accept ? 0 : 1;
}

function choose(names: readonly string[]): readonly Projection[] | undefined {
  if (names.length === 0) return undefined;
  if (names.includes('all')) return allProjections;
  const found = allProjections.filter(({ name }) => names.includes(name));
  return found.length === new Set(names).size ? found : undefined;
}

function describe(report: RebuildReport): string {
  const at = Object.entries(report.positions).map(([realm, position]) => `${realm} ${position}`);
  const speed = Math.round(report.eventsRead / Math.max(report.seconds, 0.001));
  const lines = report.tables.map(({ table, rows, live, rebuilt, equal }) =>
    equal ? `  ${table}: ${rows} rows, equal, digest ${live}` : `  ${table}: DIFFERS, live ${live}, rebuilt ${rebuilt}`,
  );
  if (report.firstDifference !== null) lines.push(`  first difference in ${report.firstDifference}`);
  lines.push(report.switchedTo === null ? '  not switched' : `  switched to ${report.switchedTo}`);
  return [`${report.projection} at ${at.join(', ')}: ${report.eventsRead} events, ${speed}/s`, ...lines].join('\n');
}

await runOnDatabase(import.meta.filename, main);
