import { Injectable } from '@nestjs/common';
import type { AccountEnd } from '../../core/ports/account-end.js';
import { Clock } from '../../core/clock.js';
import { type CommandContext, Commands, type HouseCommand, type RequestToken } from '../../core/command.js';
import type { Cause } from '../../core/event.js';
import type { Refusal } from '../../core/refusal.js';
import { CloseAccount, EraseAccount, ReopenAccount, type AccountAnswer } from './account.commands.js';

/** Closes, reopens and erases accounts in the name of their owner. */
@Injectable()
export class OwnAccountEnd implements AccountEnd {
  constructor(
    private readonly commands: Commands,
    private readonly clock: Clock,
  ) {}

  close(userId: string, cause: Cause | undefined): Promise<Refusal | undefined> {
    return this.send(new CloseAccount(this.by(userId, { cause }), { userId }));
  }

  reopen(userId: string, cause: Cause | undefined): Promise<Refusal | undefined> {
    return this.send(new ReopenAccount(this.by(userId, { cause }), { userId }));
  }

  erase(userId: string, requestToken: RequestToken | undefined): Promise<Refusal | undefined> {
    return this.send(new EraseAccount(this.by(userId, requestToken), { userId }));
  }

  private by(userId: string, requestToken: RequestToken | undefined): CommandContext {
    return { realm: 'real', at: this.clock.now(), actor: `user:${userId}`, requestToken };
  }

  private async send(command: HouseCommand<unknown, AccountAnswer>): Promise<Refusal | undefined> {
    const sent = await this.commands.execute(command);
    return sent.ok ? undefined : sent.refusal;
  }
}
