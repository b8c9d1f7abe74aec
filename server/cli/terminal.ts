/** A command line that cannot be understood; the message gives the reason. */
export class UsageError extends Error {}

export const print = (text: string): void => void process.stdout.write(`${text}\n`);
export const printJson = (value: unknown): void =>
  print(JSON.stringify(value, (_, v: unknown) => (typeof v === 'bigint' ? `${v}` : v)));

export function whole(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${text} is not a whole number.`);
  return Number.parseInt(text, 10);
}
