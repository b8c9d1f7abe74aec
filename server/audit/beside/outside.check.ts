import type { RecordedEvent } from '../../core/event.js';
import { amount } from '../../../shared/money.js';
import type { DepositEvent, DepositSeen } from '../../features/deposit/deposit.events.js';
import type { WithdrawalRequested, WithdrawalSent } from '../../features/withdrawal/withdrawal.events.js';
import { BesideCheck, placeOf, type BesideParts, type Place } from './beside.js';

interface Deposit extends Place, Pick<DepositSeen, 'network' | 'hash' | 'currency' | 'amount'> {
  readonly height: number | null;
  readonly credited: boolean;
}

interface Payout extends Place {
  readonly withdrawalId: string;
  readonly hash: string | null;
  readonly reference: string | null;
}

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
  readonly types = [
    ...['DepositSeen', 'DepositProgressed', 'DepositReorganised', 'DepositCredited'],
    ...['WithdrawalRequested', 'WithdrawalSent'],
  ];
  private readonly deposits = new Map<string, Deposit>();
  private readonly requests = new Map<string, WithdrawalRequested>();
  private readonly payouts: Payout[] = [];

  constructor(parts: BesideParts) {
    super(parts, 'outside');
  }

  take(event: RecordedEvent): void {
    if (event.type === 'WithdrawalRequested') {
      const request = event.data as WithdrawalRequested;
      this.requests.set(request.withdrawalId, request);
    } else if (event.type === 'WithdrawalSent') {
      const { withdrawalId, hash, reference } = event.data as WithdrawalSent;
      this.payouts.push({ ...placeOf(event), withdrawalId, hash, reference });
    } else this.takeDeposit(event as DepositEvent);
  }

  async finish(): Promise<void> {
    const { client } = this.parts;
    const paid = this.payouts.flatMap(({ hash }) => (hash === null ? [] : [hash]));
    const { rows } = await client.query<TransferRow>(TRANSFERS, [paid]);
    const transfers = new Map(rows.map((row) => [`${row.network} ${row.hash}`, row]));
    for (const deposit of this.deposits.values())
      this.compareDeposit(deposit, transfers.get(`${deposit.network} ${deposit.hash}`));
    const bank = await client.query<{ key: string; amount: string; reference: string }>(
      'SELECT key, amount::text AS amount, reference FROM bank_payouts',
    );
    const orders = new Map(bank.rows.map((row) => [row.key, row]));
    for (const payout of this.payouts) {
      const { withdrawalId, hash, reference } = payout;
      const { credited = '0', network = '' } = this.requests.get(withdrawalId) ?? {};
      const shown = hash === null ? orders.get(withdrawalId) : transfers.get(`${network} ${hash}`);
      const who = hash === null ? `the bank (${reference ?? ''})` : `the network (${hash})`;
      if (shown === undefined) this.find(payout, `${withdrawalId} was sent, and ${who} does not know it`);
      else if (amount(shown.amount) !== amount(credited))
        this.find(payout, `${withdrawalId} was sent with ${credited}, and ${who} shows ${shown.amount}`);
    }
  }

  private takeDeposit(event: DepositEvent): void {
    const { key } = event.data;
    const before = this.deposits.get(key);
    const place = placeOf(event);
    if (event.type === 'DepositSeen') {
      const { network, hash, currency, amount: moved, blockHeight } = event.data;
      this.deposits.set(key, {
        ...place,
        network,
        hash,
        currency,
        amount: moved,
        height: blockHeight,
        credited: false,
      });
    } else if (before !== undefined && 'blockHeight' in event.data)
      this.deposits.set(key, { ...before, ...place, height: event.data.blockHeight });
    else if (before !== undefined) this.deposits.set(key, { ...before, ...place, credited: true });
  }

  private compareDeposit(deposit: Deposit, row: TransferRow | undefined): void {
    const { network, hash, currency, amount: moved, height, credited } = deposit;
    const what = `the transfer ${hash} on ${network}`;
    if (row === undefined) this.find(deposit, `${what} was seen, and the network does not know it`);
    else if (row.asset !== currency || amount(row.amount) !== amount(moved))
      this.find(
        deposit,
        `${what} was seen with ${moved} ${currency}, and the network shows ${row.amount} ${row.asset}`,
      );
    else if (credited && height !== null && !row.heights.split(' ').includes(String(height)))
      this.find(deposit, `${what} was credited from block ${height}, and that block does not hold it`);
  }
}
