import '../features.js';
import { parseArgs } from 'node:util';
import { simulate } from '../audit/simulation/world.js';

const USAGE = `Runs people who trade and move money, staff, market, chain, bank and clock from a seed, and checks the laws of the house
after every command.

  npm run simulate -- --seed N [--steps 2000]
  npm run simulate -- --seeds A..B [--steps 2000]

One seed always gives one hash. It ends with 0 when all laws held, and with 1 and the seed when one was broken.`;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

async function main(args: readonly string[]): Promise<number> {
  const range = readRange(args);
  if (range === undefined) {
    print(USAGE);
    return 2;
  }
  const { from, to, steps } = range;
  const startedAt = performance.now();
  let events = 0;
  for (let seed = from; seed <= to; seed += 1) {
    try {
      const outcome = await simulate(seed, steps);
      events += outcome.events;
      const { refused, trades, endings, hash } = outcome;
      print(
        `seed ${seed}: ${steps} steps, ${refused} refused, ${outcome.events} events, ${trades} trades, hash ${hash}`,
      );
      print(`  ${endingsOf(endings)}`);
    } catch (error) {
      const { message, cause } = error as Error;
      print(`BROKEN ${message}\n\n${(cause as Error).stack ?? ''}\n`);
      print(`Once more: npm run simulate -- --seed ${seed} --steps ${steps}`);
      return 1;
    }
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const count = (to - from + 1) * steps;
  print(
    `${count} steps, ${events} events in ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} steps/s: all laws held`,
  );
  return 0;
}

function endingsOf(endings: Readonly<Record<string, number>>): string {
  return Object.entries(endings)
    .map(([how, count]) => `${count} ${how}`)
    .sort()
    .join(', ');
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly steps: number;
}

function readRange(args: readonly string[]): Range | undefined {
  try {
    const text = { type: 'string' } as const;
    const options = { seed: text, seeds: text, steps: text } as const;
    const { values } = parseArgs({ args: [...args], options });
    const [, from, to] = /^(\d{1,9})(?:\.\.(\d{1,9}))?$/.exec(values.seeds ?? values.seed ?? '') ?? [];
    if (from === undefined || (values.seed !== undefined && to !== undefined)) return undefined;
    const steps = values.steps ?? '2000';
    if (!/^[1-9]\d{0,7}$/.test(steps)) return undefined;
    const first = Number.parseInt(from, 10);
    return {
      from: first,
      to: to === undefined ? first : Number.parseInt(to, 10),
      steps: Number.parseInt(steps, 10),
    };
  } catch {
    return undefined;
  }
}

const isMain = process.argv[1] !== undefined && import.meta.filename === process.argv[1];
if (isMain) process.exitCode = await main(process.argv.slice(2));
