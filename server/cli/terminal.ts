import { readConfig } from '../config/config.js';

/** A command line that cannot be understood; the message gives the reason. */
export class UsageError extends Error {}

export const print = (text: string): void => void process.stdout.write(`${text}\n`);
export const printJson = (value: unknown): void =>
  print(JSON.stringify(value, (_, v: unknown) => (typeof v === 'bigint' ? `${v}` : v)));

export function whole(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${text} is not a whole number.`);
  return Number.parseInt(text, 10);
}

/** Runs a program on the configured database, where its file is the one that was started. */
export async function runOnDatabase(
  file: string,
  main: (args: string[], databaseUrl: string) => Promise<number>,
): Promise<void> {
  if (process.argv[1] !== file) return;
  const config = readConfig(process.env);
  const url = 'problems' in config ? null : config.databaseUrl;
  if (url === null) print('DATABASE_URL names no database.');
  process.exitCode = url === null ? 2 : await main(process.argv.slice(2), url);
}
