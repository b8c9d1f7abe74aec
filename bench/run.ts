/**
 * Runs all benches, or the named ones (`npm run bench -- matching`), each in a process of its own so that they do not
 * warm, fill or fragment each other's. Prints a table and JSON, keeps the figures in bench/RESULTS.md, and fails when a
 * figure is not met.
 */

import { fork } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isMet, keepResults, machine, table, type Bench, type BenchRow } from './kit.js';

const SELF = fileURLToPath(import.meta.url);
const args = process.argv.slice(2);
// `npm run bench:web` measures the screens in a browser, which takes longer and is no part of `npm run bench`.
const WEB = args[0] === '--web';
const HERE = WEB ? join(dirname(SELF), 'web') : dirname(SELF);
const SUFFIX = '.bench.js';
const RESULTS = resolve('bench', 'RESULTS.md');

const print = (text: string): boolean => process.stdout.write(`${text}\n`);

function benchNames(): string[] {
  const files = readdirSync(HERE).filter((file) => file.endsWith(SUFFIX));
  return files.map((file) => file.slice(0, -SUFFIX.length)).sort();
}

/** In the child: measure, hand the rows to the parent, end. */
async function runHere(name: string): Promise<void> {
  const loaded = (await import(pathToFileURL(join(HERE, `${name}${SUFFIX}`)).href)) as { bench: Bench };
  const rows = await loaded.bench();
  await new Promise<void>((sent, failed) =>
    process.send!(rows, (error: Error | null) => (error ? failed(error) : sent())),
  );
  process.exit(0);
}

function runApart(name: string): Promise<BenchRow[]> {
  return new Promise((answer, fail) => {
    let rows: BenchRow[] | null = null;
    const child = fork(SELF, [...(WEB ? ['--web'] : []), '--here', name], {
      execArgv: ['--expose-gc', '--max-old-space-size=4096'],
    });
    child.on('message', (message) => (rows = message as BenchRow[]));
    child.on('error', fail);
    child.on('exit', (code) =>
      rows === null ? fail(new Error(`bench ${name} ended with code ${code}`)) : answer(rows),
    );
  });
}

async function runAll(chosen: readonly string[]): Promise<void> {
  const known = benchNames();
  const unknown = chosen.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`no bench named ${unknown.join(', ')}; there are ${known.join(', ')}`);
  print(machine());
  const results: Record<string, BenchRow[]> = {};
  const failures: string[] = [];
  for (const name of chosen.length > 0 ? chosen : known) {
    print(`\n${name} …`);
    try {
      const rows = await runApart(name);
      results[name] = rows;
      print(table(rows));
      keepResults(RESULTS, WEB ? `web: ${name}` : name, rows, new Date());
      if (!rows.every(isMet)) failures.push(name);
    } catch (error) {
      print(String(error));
      failures.push(name);
    }
  }
  print(`\n${JSON.stringify({ machine: machine(), at: new Date().toISOString(), results })}`);
  if (failures.length > 0) print(`\nnot met: ${failures.join(', ')}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

const [first, ...rest] = WEB ? args.slice(1) : args;
if (first === '--here') await runHere(rest[0]!);
else await runAll(first === undefined ? [] : [first, ...rest]);
