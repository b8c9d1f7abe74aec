import { createServer, type AddressInfo } from 'node:net';
import lighthouse from 'lighthouse';
import { median, row, type BenchRow } from '../kit.js';
import { openWebPlace } from './place.js';

const PATHS = ['/', '/market', '/help'];
const ROUNDS = 3;
const WANTED = { performance: 90, accessibility: 100, 'best-practices': 100 };
type Category = keyof typeof WANTED;

/** Lighthouse's mobile profile (simulated slow 4G, processor slowed down four times) on the production build. */
export async function bench(): Promise<BenchRow[]> {
  const port = await freePort();
  const place = await openWebPlace([`--remote-debugging-port=${port}`]);
  try {
    const rows: BenchRow[] = [];
    for (const path of PATHS) rows.push(...(await judge(place.url + path, path, port)));
    return rows;
  } finally {
    await place.close();
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

async function judge(url: string, path: string, port: number): Promise<BenchRow[]> {
  const rounds: Record<Category, number>[] = [];
  for (let n = 0; n < ROUNDS; n += 1) rounds.push(await oneRound(url, port));
  return (Object.keys(WANTED) as Category[]).map((category) =>
    row({
      name: `Lighthouse ${category} of ${path}`,
      ours: median(rounds.map((round) => round[category])),
      peer: WANTED[category],
      unit: 'points',
      atLeast: 1,
      note: `middle of ${ROUNDS}: ${rounds.map((round) => round[category]).join(', ')}; peer: what is wanted`,
    }),
  );
}

async function oneRound(url: string, port: number, again = true): Promise<Record<Category, number>> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: Object.keys(WANTED) });
  const { categories, audits } = result!.lhr;
  // Now and then a recording is broken and holds no paint at all: that is no judgement, and is taken once more.
  const broken = Object.values(audits).find(({ scoreDisplayMode }) => scoreDisplayMode === 'error');
  if (categories.performance!.score === null && broken !== undefined) {
    if (!again) throw new Error(`${url} ${broken.id}: ${broken.errorMessage}`);
    process.stderr.write(`${url} ${broken.id}: ${broken.errorMessage}\n`);
    return oneRound(url, port, false);
  }
  for (const category of ['accessibility', 'best-practices'] as const) {
    const failed = categories[category]!.auditRefs.filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0);
    if (failed.length > 0) process.stderr.write(`${url} ${category}: ${failed.map(({ id }) => id).join(', ')}\n`);
  }
  const points = (category: Category): number => Math.round((categories[category]!.score ?? 0) * 100);
  return {
    performance: points('performance'),
    accessibility: points('accessibility'),
    'best-practices': points('best-practices'),
  };
}
