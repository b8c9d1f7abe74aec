import type { AccountEnd } from '../../core/account-end.js';
import type { Clock } from '../../core/clock.js';
import type { CommandContext, Commands, HouseCommand } from '../../core/command.js';
import type { Refusal } from '../../core/refusal.js';
import { CloseAccount, EraseAccount, ReopenAccount, type AccountAnswer } from './account.commands.js';

/** Closes, reopens and erases accounts in the name of their owner. */
export class OwnAccountEnd implements AccountEnd {
  constructor(private readonly parts: { commands: Commands; clock: Clock }) {}

  close(userId: string): Promise<Refusal | undefined> {
    return this.send(new CloseAccount(this.by(userId), { userId }));
  }

  reopen(userId: string): Promise<Refusal | undefined> {
    return this.send(new ReopenAccount(this.by(userId), { userId }));
  }

  erase(userId: string, keys: readonly string[]): Promise<Refusal | undefined> {
    return this.send(new EraseAccount(this.by(userId, keys), { userId }));
  }

  private by(userId: string, keys: readonly string[] = []): CommandContext {
    return { realm: 'real', at: this.parts.clock.now(), actor: `user:${userId}`, keys };
  }

  private async send(command: HouseCommand<unknown, AccountAnswer>): Promise<Refusal | undefined> {
    const sent = await this.parts.commands.execute(command);
    return sent.ok ? undefined : sent.refusal;
  }
}
