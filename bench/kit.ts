/** What every bench answers, and how answers are shown and kept. */

import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** One measured line. `peer` is the figure of the peer, or of the limit that nature sets, found in the same run. */
export interface BenchRow {
  readonly name: string;
  readonly ours: number;
  readonly peer: number;
  /** Unit of `ours` and `peer`, for instance `operations/s`. */
  readonly unit: string;
  /** ours / peer */
  readonly ratio: number;
  /** The ratio must reach this; absent where `atMost` bounds it. */
  readonly atLeast?: number;
  /** The ratio must not pass this: for costs, where less is better. */
  readonly atMost?: number;
  readonly aim?: number;
  readonly note?: string;
}

/** What a file `bench/<name>.bench.ts` exports as `bench`. */
export type Bench = () => Promise<BenchRow[]>;

export function row(measured: Omit<BenchRow, 'ratio'>): BenchRow {
  return { ...measured, ratio: measured.ours / measured.peer };
}

export function isMet({ ratio, atLeast, atMost }: BenchRow): boolean {
  return ratio >= (atLeast ?? -Infinity) && ratio <= (atMost ?? Infinity);
}

/** The middle of the measured figures: one disturbed round does not move it. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Seconds that the work took, on the monotonic clock. */
export function seconds(work: () => void): number {
  const from = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - from) / 1e9;
}

/**
 * Seconds that this thread computed for the work. For work that never waits this is what an idle core would take, also
 * on a machine where others compute at the same time.
 */
export function cpuSeconds(work: () => void): number {
  const from = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1e6;
}

export async function secondsOf(work: () => Promise<void>): Promise<number> {
  const from = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - from) / 1e9;
}

export function machine(): string {
  const cores = cpus();
  const memoryGb = (totalmem() / 2 ** 30).toFixed(1);
  const node = `Node.js ${process.version}`;
  return `${cores.length} cores of ${cores[0]?.model.trim() ?? 'unknown'}, ${memoryGb} GB, ${node}, ${process.platform} ${process.arch}`;
}

export function figure(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
}

/** A Markdown table, which reads well in a terminal too. */
export function table(rows: readonly BenchRow[]): string {
  const heads = ['what', 'ours', 'peer or limit', 'unit', 'ratio', 'wanted', 'met', 'note'];
  const lines = rows.map((each) => [
    each.name,
    figure(each.ours),
    figure(each.peer),
    each.unit,
    `${figure(each.ratio)}x`,
    wanted(each),
    isMet(each) ? 'yes' : 'NO',
    each.note ?? '',
  ]);
  const widths = heads.map((head, column) => Math.max(head.length, ...lines.map((line) => line[column]!.length)));
  const draw = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [draw(heads), rule, ...lines.map(draw)].join('\n');
}

function wanted({ atLeast, atMost, aim }: BenchRow): string {
  const bound = atMost === undefined ? (atLeast === undefined ? 'any' : `≥ ${atLeast}x`) : `≤ ${atMost}x`;
  return aim === undefined ? bound : `${bound}, aim ${aim}x`;
}

const TITLE = `# Measured

Every section is written by \`npm run bench -- <name>\`, peer and product in the same run on the same machine.
Ratios travel; absolute figures belong to the machine named.
`;

/** Replaces the section of this bench in the kept results, or adds it, sections in order of name. */
export function keepResults(file: string, name: string, rows: readonly BenchRow[], on: Date): void {
  const sections = new Map(readSections(file));
  const day = on.toISOString().slice(0, 10);
  sections.set(name, `Measured ${day} on ${machine()}.\n\n${table(rows)}\n`);
  const inOrder = [...sections].sort(([one], [other]) => one.localeCompare(other));
  writeFileSync(file, [TITLE, ...inOrder.map(([title, text]) => `## ${title}\n\n${text}`)].join('\n'));
}

function readSections(file: string): [string, string][] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // The first bench on a fresh clone starts the file.
    return [];
  }
  const parts = text.split(/^## /m).slice(1);
  return parts.map((part) => {
    const end = part.indexOf('\n');
    return [part.slice(0, end).trim(), `${part.slice(end).trim()}\n`];
  });
}
