import type { OutsideClaim } from '../../core/ports/outside-books.js';
import type { RecordedEvent } from '../../core/event.js';
import { amount } from '../../../shared/money.js';
import { outsideBooks } from '../../features.js';
import { BesideCheck, placeOf, type BesideParts, type Place } from './beside.js';

interface TransferRow {
  readonly network: string;
  readonly hash: string;
  readonly asset: string;
  readonly amount: string;
  /** The blocks that hold it and were not taken back, parted by blanks. */
  readonly heights: string;
}

const TRANSFERS = `SELECT t.network, t.hash, t.asset, t.amount::text AS amount,
    coalesce(string_agg(i.height::text, ' ') FILTER (WHERE i.taken_back_by IS NULL), '') AS heights
  FROM chain_transfers t LEFT JOIN chain_inclusions i ON i.network = t.network AND i.hash = t.hash
  WHERE t.watched OR t.hash = ANY ($1) GROUP BY t.network, t.hash, t.asset, t.amount`;

/** Whether networks and bank still show what was credited and paid by them. */
export class OutsideCheck extends BesideCheck {
  readonly types = Object.keys(outsideBooks.claims);
  private readonly claims = new Map<string, OutsideClaim & Place>();

  constructor(parts: BesideParts) {
    super(parts, 'outside');
  }

  take(event: RecordedEvent): void {
    const claimed = outsideBooks.claims[event.type]?.(event.data, (id) => this.claims.get(id));
    if (claimed !== undefined) this.claims.set(claimed[0], { ...claimed[1], ...placeOf(event) });
  }

  async finish(): Promise<void> {
    const { client } = this.parts;
    const made = [...this.claims.values()].filter(({ isMade }) => isMade);
    const sent = made.filter(({ place, verb }) => place === 'chain' && verb === 'sent');
    const { rows } = await client.query<TransferRow>(TRANSFERS, [sent.map(({ key }) => key)]);
    const transfers = new Map(rows.map((row) => [`${row.network} ${row.hash}`, row]));
    const bank = await client.query<{ key: string; amount: string }>(
      'SELECT key, amount::text AS amount FROM bank_payouts',
    );
    const orders = new Map(bank.rows.map(({ key, ...row }) => [key, { ...row, asset: '', heights: '' }]));
    for (const claim of made)
      this.compare(
        claim,
        claim.place === 'bank' ? orders.get(claim.key) : transfers.get(`${claim.network} ${claim.key}`),
      );
  }

  private compare(
    claim: OutsideClaim & Place,
    row: Pick<TransferRow, 'asset' | 'amount' | 'heights'> | undefined,
  ): void {
    const { what, verb, source, asset, height } = claim;
    const sumText = (sum: string, of: string): string => (asset === null ? sum : `${sum} ${of}`);
    if (row === undefined) this.find(claim, `${what} was ${verb}, and ${source} does not know it`);
    else if (amount(row.amount) !== amount(claim.amount) || (asset !== null && row.asset !== asset))
      this.find(
        claim,
        `${what} was ${verb} with ${sumText(claim.amount, asset ?? '')}, and ${source} shows ${sumText(row.amount, row.asset)}`,
      );
    else if (claim.isCredited && height !== null && !row.heights.split(' ').includes(String(height)))
      this.find(claim, `${what} was credited from block ${height}, and that block does not hold it`);
  }
}
