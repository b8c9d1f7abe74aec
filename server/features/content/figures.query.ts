import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { FiguresView } from '../../../contracts/account.contract.js';
import { COUNTRIES } from '../../../contracts/country.contract.js';
import { languageKeys } from '../../../shared/language.js';
import { isFresh, Clock } from '../../core/clock.js';
import { SimulatedChain } from '../../core/ports/chain.js';

const DAY_MS = 86_400_000;
/** Many people look at the home page at once, and a figure of a few seconds ago is as true. */
const FRESH_MS = 3_000;

/** The home page's figures, each counted from what the system holds. A day is a day of UTC. */
@Injectable()
export class FiguresQuery {
  private counted: { at: number; figures: Promise<FiguresView> } | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly chain: SimulatedChain,
  ) {}

  figures(): Promise<FiguresView> {
    const now = this.clock.now();
    if (this.counted !== undefined && isFresh(this.counted.at, now, FRESH_MS)) return this.counted.figures;
    const figures = this.count(now);
    this.counted = { at: now, figures };
    figures.catch(() => (this.counted = undefined));
    return figures;
  }

  private async count(now: number): Promise<FiguresView> {
    const { rows } = await this.pool.query<Counted>({
      name: 'figures',
      text: `SELECT
        (SELECT count(*) FROM events WHERE realm = 'house' AND type = 'InstrumentListed') AS instruments,
        (SELECT count(*) FROM users WHERE realm = 'demo') AS "accountsDemo",
        (SELECT count(*) FROM users WHERE realm = 'real') AS "accountsReal",
        (SELECT coalesce(sum(position), 0)::bigint FROM realm_heads) AS events,
        (SELECT count(*) FROM trades WHERE at >= $1) AS "tradesToday",
        (SELECT count(DISTINCT currency) FROM c2c_sellers WHERE enabled) AS "c2cCurrencies"`,
      values: [now - (now % DAY_MS)],
    });
    const { c2cCurrencies, ...counted } = rows[0] as Counted;
    const onNetworks = this.chain.networks().reduce((sum, { assets }) => sum + assets.length, 0);
    return {
      ...counted,
      languages: languageKeys.length,
      countries: COUNTRIES.length,
      paymentMethods: onNetworks + c2cCurrencies,
    };
  }
}

/** What the database counts. */
type Counted = Omit<FiguresView, 'languages' | 'countries' | 'paymentMethods'> & { readonly c2cCurrencies: number };
