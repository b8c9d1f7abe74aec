import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '../../core/clock.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { TradeGate, TradingSession } from '../../core/ports/trade-gate.js';
import { Proofs } from './proofs.js';
import { BoundedMap } from '../../core/bounded-map.js';

const KEPT = 50_000;

/** Which sessions have shown the trade password: a table, and in front of it those that trade, in memory; see `TradeGate`. */
@Injectable()
export class TradeUnlocks implements TradeGate {
  private readonly unlocked = new BoundedMap<string, string>(KEPT);

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly proofs: Proofs,
  ) {}

  refusal(session: TradingSession): Refusal | undefined | Promise<Refusal | undefined> {
    if (session.realm === 'demo' || this.unlocked.has(session.id)) return undefined;
    return this.look(session);
  }

  async unlock({ id, userId }: TradingSession): Promise<void> {
    await this.pool.query(
      'INSERT INTO trade_unlocks (session_id, user_id, unlocked_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [id, userId, this.clock.now()],
    );
    this.unlocked.set(id, userId);
  }

  /** Every other session has to show the new trade password. */
  async lockOthers(userId: string, exceptSessionId: string): Promise<void> {
    await this.pool.query('DELETE FROM trade_unlocks WHERE user_id = $1 AND session_id <> $2', [
      userId,
      exceptSessionId,
    ]);
    for (const [id, owner] of this.unlocked) if (owner === userId && id !== exceptSessionId) this.unlocked.delete(id);
  }

  private async look({ id, userId }: TradingSession): Promise<Refusal | undefined> {
    const { rowCount } = await this.pool.query({
      name: 'trade-unlocked',
      text: 'SELECT 1 FROM trade_unlocks WHERE session_id = $1',
      values: [id],
    });
    if (rowCount === 1) {
      this.unlocked.set(id, userId);
      return undefined;
    }
    const { trade } = await this.proofs.state(userId);
    return trade === null ? refuse('security.trade-password-missing') : refuse('security.trade-password-required');
  }
}
