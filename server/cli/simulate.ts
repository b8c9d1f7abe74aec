import '../features.js';
import { parseArgs } from 'node:util';
import { simulateMoney } from '../audit/simulation/money-world.js';
import { simulate } from '../audit/simulation/world.js';

const USAGE = `Runs people, their market and their clock from a seed, and checks the laws of the house after every command.

  npm run simulate -- --seed N [--commands 2000]
  npm run simulate -- --seeds A..B [--commands 2000]
  npm run simulate -- --money --seeds A..B [--commands 2000]

--money: deposits, withdrawals, C2C, chain, bank and the staff who decide, instead of trading.
One seed always gives one hash. It ends with 0 when all laws held, and with 1 and the seed when one was broken.`;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

export function main(args: readonly string[]): number {
  const range = readRange(args);
  if (range === undefined) {
    say(USAGE);
    return 2;
  }
  const { from, to, commands, money } = range;
  const startedAt = performance.now();
  let events = 0;
  for (let seed = from; seed <= to; seed += 1) {
    try {
      const outcome = money ? simulateMoney(seed, commands) : simulate(seed, commands);
      const done = 'trades' in outcome ? `${outcome.trades} trades` : endingsOf(outcome.endings);
      events += outcome.events;
      const { refused, hash } = outcome;
      say(`seed ${seed}: ${commands} commands, ${refused} refused, ${outcome.events} events, ${done}, hash ${hash}`);
    } catch (error) {
      const { message, cause } = error as Error;
      say(`BROKEN ${message}\n\n${(cause as Error).stack ?? ''}\n`);
      say(`Once more: npm run simulate -- ${money ? '--money ' : ''}--seed ${seed} --commands ${commands}`);
      return 1;
    }
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const count = (to - from + 1) * commands;
  say(
    `${count} commands, ${events} events in ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} commands/s: all laws held`,
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
  readonly commands: number;
  readonly money: boolean;
}

function readRange(args: readonly string[]): Range | undefined {
  try {
    const text = { type: 'string' } as const;
    const options = { seed: text, seeds: text, commands: text, money: { type: 'boolean' } } as const;
    const { values } = parseArgs({ args: [...args], options });
    const [, from, to] = /^(\d{1,9})(?:\.\.(\d{1,9}))?$/.exec(values.seeds ?? values.seed ?? '') ?? [];
    if (from === undefined || (values.seed !== undefined && to !== undefined)) return undefined;
    const commands = values.commands ?? '2000';
    if (!/^[1-9]\d{0,7}$/.test(commands)) return undefined;
    const first = Number.parseInt(from, 10);
    return {
      from: first,
      to: to === undefined ? first : Number.parseInt(to, 10),
      commands: Number.parseInt(commands, 10),
      money: values.money === true,
    };
  } catch {
    return undefined;
  }
}

const isMain = process.argv[1] !== undefined && import.meta.filename === process.argv[1];
if (isMain) process.exitCode = main(process.argv.slice(2));
