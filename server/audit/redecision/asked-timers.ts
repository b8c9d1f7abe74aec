import { hash } from 'node:crypto';
import { DUE_KEY, type CommandLine } from '../../engine/history/command-line.js';
import { isRecurring } from '../beside/timers.check.js';

/** What commands of a realm put off, until it is sent: a timer sends nothing else. */
export class AskedTimers {
  /** By id, digests of what waits under it: a second one waits where the first was refused when it was due. */
  private readonly waiting = new Map<string, readonly string[]>();

  constructor(private readonly realm: string) {}

  /** What is wrong with a command that says it was put off, in words; `undefined` where it was. */
  sent({ type, data, key, actor }: CommandLine): string | undefined {
    if (key?.startsWith(DUE_KEY) !== true) return undefined;
    if (actor !== 'timer') return `${type} says that a timer sent it, and ${actor} did`;
    if (isRecurring(this.realm, type)) return undefined;
    const id = key.slice(DUE_KEY.length);
    const waits = this.waiting.get(id)?.includes(digestOf(type, JSON.stringify(data))) === true;
    this.waiting.delete(id);
    return waits ? undefined : `${type} (${id}) was sent by a timer, and no command had put it off`;
  }

  ask({ due = [] }: CommandLine): void {
    for (const { id, type, data } of due) this.waiting.set(id, [...(this.waiting.get(id) ?? []), digestOf(type, data)]);
  }
}

function digestOf(type: string, data: string): string {
  return hash('sha256', `${type}\n${data}`, 'base64url');
}
