import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { contractNamed } from '../../../shared/contract-symbol.js';
import { refuse, Refused } from '../../core/refusal.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';

const REALMS: readonly TradingRealm[] = ['demo', 'real'];
const READ_MODELS = ['positions', 'orders'];

export interface ContractInUse {
  readonly realm: TradingRealm;
  readonly symbol: string;
}

/** Contracts in which somebody has a position or an order, whether they are still traded or not. */
@Injectable()
export class ContractsInUse {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
  ) {}

  /** Those that delivered by then. */
  async delivered(at: number): Promise<readonly ContractInUse[]> {
    const all = await this.all();
    return all.filter(({ symbol }) => (contractNamed(symbol)?.deliversAt ?? Infinity) <= at);
  }

  /** Those on an instrument. */
  async on(realm: TradingRealm, underlying: string): Promise<readonly string[]> {
    const all = await this.all();
    const own = all.filter(({ realm: other, symbol }) => {
      return other === realm && contractNamed(symbol)?.underlying === underlying;
    });
    return own.map(({ symbol }) => symbol);
  }

  /** @throws Refused while a read model is behind */
  private async all(): Promise<readonly ContractInUse[]> {
    for (const realm of REALMS)
      for (const name of READ_MODELS)
        if (!(await this.projections.upToDate(name, realm)))
          throw new Refused('the contracts in use', refuse('request.unavailable'));
    const { rows } = await this.pool.query<ContractInUse>(
      `SELECT realm, symbol FROM positions WHERE lots > 0
        UNION SELECT realm, symbol FROM orders WHERE open AND symbol LIKE '%-%' ORDER BY 1, 2`,
    );
    return rows;
  }
}
