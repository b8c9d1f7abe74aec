import { Inject, Injectable } from '@nestjs/common';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { Clock } from '../../core/clock.js';
import { Commands, type CommandContext, type HouseCommand } from '../../core/command.js';
import { Refused } from '../../core/refusal.js';
import { Writers } from '../../engine/writer/writers.js';
import { userOf } from '../../engine/ledger/chart.js';
import type { CancelAllOrders } from '../../trading/venue/order.commands.js';
import { contractKind } from './contract.product.js';

/**
 * Owners of one command: small enough that an order in between waits a few milliseconds, large enough that appends cost little. With 50 a
 * funding of 100,000 takes a fifth longer; with 200 an order waits twice as long.
 */
export const OWNERS_PER_COMMAND = 100;
/** Commands that are on their way together; the writer takes them as one batch. */
const TOGETHER = 2;

/** A command for the positions of some owners in a contract. */
export type OwnersCommand = (
  context: CommandContext,
  owners: { readonly symbol: string; readonly ownerIds: readonly string[]; readonly isLast: boolean },
) => HouseCommand<unknown, null>;

/** Does something to every order and every position of a contract, in parts. Harmless when repeated. */
@Injectable()
export class ContractOwners {
  constructor(
    @Inject(Writers) private readonly writers: Pick<Writers, 'read'>,
    private readonly commands: Commands,
    private readonly clock: Clock,
  ) {}

  /** Answers whose orders there were. @throws Refused when one could not be cancelled */
  async cancelOrders(
    realm: TradingRealm,
    symbol: string,
    reason: CancelAllOrders['reason'],
    actor: string,
  ): Promise<readonly string[]> {
    const { book } = await this.writers.read(realm, contractKind, symbol);
    const owners = [...new Set([...book.everyOrder()].map(({ order }) => order.owner))];
    const { cancelAll } = contractKind.product.commands;
    for (const ownerId of owners)
      await this.send(new cancelAll(this.context(realm, actor), { symbol, userId: userOf(ownerId), ownerId, reason }));
    return owners;
  }

  /** @throws Refused when one part could not be done */
  async eachPosition(realm: TradingRealm, symbol: string, actor: string, command: OwnersCommand): Promise<void> {
    const { book } = await this.writers.read(realm, contractKind, symbol);
    const send = (ownerIds: readonly string[], isLast: boolean) =>
      this.send(command(this.context(realm, actor), { symbol, ownerIds, isLast }));
    const owners = book.positions?.names() ?? [];
    let next = 0;
    const part = async (): Promise<void> => {
      while (next < owners.length) {
        const ownerIds = owners.slice(next, next + OWNERS_PER_COMMAND);
        next += OWNERS_PER_COMMAND;
        await send(ownerIds, false);
      }
    };
    // One that fails leaves the rest to the next try, but for what is on its way.
    const stopped = (error: unknown): never => {
      next = owners.length;
      throw error;
    };
    const parts = await Promise.allSettled(Array.from({ length: TOGETHER }, () => part().catch(stopped)));
    for (const result of parts) if (result.status === 'rejected') throw result.reason;
    await send([], true);
  }

  async send<Answer>(command: HouseCommand<unknown, Answer>): Promise<Answer> {
    const result = await this.commands.execute(command);
    if (!result.ok) throw new Refused(command.type, result.refusal);
    return result.answer;
  }

  context(realm: TradingRealm, actor: string): CommandContext {
    return { realm, at: this.clock.now(), actor };
  }
}

/** Does it, and answers whether it is done: what was refused is done at a later beat. */
export async function orLater(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}
