import type { CommandContext, Commands, HouseCommand } from '../../server/core/command.js';
import type { CommandResult } from '../../server/core/decider.js';
import { isRefusal, refuse, type Refusal } from '../../server/core/refusal.js';

/** Takes every command and remembers it; a key that came before is a repeat. */
export class Notebook implements Commands {
  readonly sent: { realm: string; type: string; data: unknown; key: string; at: number }[] = [];
  readonly keys = new Set<string>();
  fail: (type: string) => boolean = () => false;
  after: (type: string) => Promise<void> = () => Promise.resolve();

  async execute<Answer>({ type, data, context }: HouseCommand<unknown, Answer>): Promise<CommandResult<Answer>> {
    const { realm, requestToken, at } = context;
    if (this.fail(type)) return { ok: false, refusal: refuse('request.unavailable'), repeated: false };
    const key = requestToken?.key ?? '';
    const repeated = this.keys.has(key);
    this.keys.add(key);
    if (!repeated) this.sent.push({ realm, type, data, key, at });
    await this.after(type);
    return { ok: true, answer: null as Answer, position: 1, repeated };
  }

  async prepare<Answer>(
    _: CommandContext,
    make: () => Promise<HouseCommand<unknown, Answer> | Refusal>,
  ): Promise<CommandResult<Answer>> {
    const command = await make();
    return isRefusal(command) ? { ok: false, refusal: command, repeated: false } : this.execute(command);
  }
}
