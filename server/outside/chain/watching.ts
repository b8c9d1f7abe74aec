import type { Pool } from 'pg';
import { writing, type Queries } from './chain-table.js';

/** Addresses remembered as stored; beyond that they are stored again, which changes nothing. */
const REMEMBERED = 50_000;

/**
 * The platform's addresses as they are handed out. Handing out answers at once and stores later; reads and sends wait for that. A
 * transfer that was quicker (on another node, or before a crash) is found when the address is stored.
 */
export class Watching {
  private readonly known = new Set<string>();
  private waiting: { network: string; address: string }[] = [];
  private storing: Promise<void> | undefined;

  constructor(private readonly pool: Pool) {}

  watch(network: string, address: string): void {
    const name = `${network} ${address}`;
    if (this.known.has(name)) return;
    if (this.known.size >= REMEMBERED) this.known.clear();
    this.known.add(name);
    this.waiting.push({ network, address });
    // The next waiting caller gets a failure, and then it is retried.
    this.settled().catch(() => undefined);
  }

  async settled(): Promise<void> {
    while (this.storing !== undefined || this.waiting.length > 0) {
      this.storing ??= this.store().finally(() => (this.storing = undefined));
      await this.storing;
    }
  }

  private async store(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    try {
      await writing(this.pool, true, async (queries) => {
        for (const network of new Set(batch.map((entry) => entry.network))) {
          const addresses = batch.filter((entry) => entry.network === network).map(({ address }) => address);
          await watchAddresses(queries, network, addresses);
        }
      });
    } catch (error) {
      this.waiting.unshift(...batch);
      throw error;
    }
  }
}

async function watchAddresses(queries: Queries, network: string, addresses: readonly string[]): Promise<void> {
  const added = await queries.query<{ address: string }>(
    `INSERT INTO chain_watched (network, address) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING RETURNING address`,
    [network, addresses],
  );
  if (added.rows.length === 0) return;
  const values = [network, added.rows.map(({ address }) => address)];
  await queries.query(
    `UPDATE chain_custody c SET held = held + b.amount FROM (SELECT asset, sum(amount) AS amount FROM chain_balances
         WHERE network = $1 AND address = ANY($2) GROUP BY asset) b
       WHERE c.network = $1 AND c.asset = b.asset`,
    values,
  );
  await queries.query(
    `WITH found AS (UPDATE chain_transfers SET watched = true WHERE network = $1 AND recipient = ANY($2) RETURNING hash, sequence)
       INSERT INTO chain_changes (network, hash) SELECT $1, hash FROM found ORDER BY sequence`,
    values,
  );
}
