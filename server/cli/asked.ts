/** A command line that cannot be understood; the message gives the reason. */
export class Misasked extends Error {}

export const say = (text: string): void => void process.stdout.write(`${text}\n`);
export const sayJson = (value: unknown): void =>
  say(JSON.stringify(value, (_, v: unknown) => (typeof v === 'bigint' ? `${v}` : v)));

export function whole(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new Misasked(`${text} is not a whole number.`);
  return Number.parseInt(text, 10);
}
