import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { BookOrders } from '../../core/ports/book-orders.js';
import { refuse, Refused } from '../../core/refusal.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { BOOK_KINDS, bookKindOf } from '../venue/book-kinds.js';
import type { BookKind } from '../venue/book.state.js';

/** Cancels what rests in a book before its ex-date, or at its delisting. */
@Injectable()
export class OpenBookOrders implements BookOrders {
  constructor(
    private readonly pool: Pool,
    private readonly commands: Commands,
    private readonly projections: ProjectionRunner,
    private readonly clock: Clock,
    @Inject(BOOK_KINDS) private readonly kinds: readonly BookKind[],
  ) {}

  async cancelAll(...[realm, symbol, actionId, reason]: Parameters<BookOrders['cancelAll']>) {
    if (!(await this.projections.upToDate('orders', realm))) {
      throw new Refused(`orders of ${symbol}`, refuse('request.unavailable'));
    }
    const { rows } = await this.pool.query<{ ownerId: string }>(
      `SELECT DISTINCT owner_id AS "ownerId" FROM orders WHERE realm = $1 AND symbol = $2 AND open`,
      [realm, symbol],
    );
    const owners = rows.map(({ ownerId }) => ({ ownerId, userId: ownerId.slice(0, ownerId.lastIndexOf('.')) }));
    const { cancelAll } = bookKindOf(this.kinds, symbol).product.commands;
    for (const { userId, ownerId } of owners) {
      const requestToken = { key: `ex:${actionId}:${ownerId}` };
      const context = { realm, at: this.clock.now(), actor: 'system:corporate-actions', requestToken };
      const data = { symbol, userId, ownerId, reason } as const;
      const result = await this.commands.execute(new cancelAll(context, data));
      if (!result.ok) throw new Refused(cancelAll.type, result.refusal);
    }
    return owners;
  }
}
