import { format, type Amount } from '../../shared/money.js';
import type { RecordedEvent } from '../core/event.js';
import type { LiabilitiesCommitted, LiabilitiesDue } from '../features/liability/liability.events.js';
import { byAsset, leavesFor } from '../features/liability/liability.tree.js';
import type { Findings } from './findings.js';

interface Counted {
  readonly position: number;
  readonly head: string;
  readonly leaves: number;
  readonly sums: string;
}

/**
 * Whether each published root of liabilities matches the history: position, sums by asset, and number of leaves. The hashes in
 * between need the secret of the installation: `npm run audit -- liabilities`.
 */
export class LiabilityCheck {
  /** By owner, then by asset. */
  private readonly balances = new Map<string, Map<string, Amount>>();
  private readonly due = new Map<number, Counted>();

  constructor(
    private readonly realm: string,
    private readonly findings: Findings,
  ) {}

  /** `hashOf`: the event's hash in hex, computed on demand. */
  take(event: RecordedEvent, hashOf: () => string): void {
    for (const { account, asset, amount } of event.postings ?? []) {
      const [kind, owner = ''] = account.split('/', 2);
      if (kind !== 'user') continue;
      const own = this.balances.get(owner) ?? new Map<string, Amount>();
      if (own.size === 0) this.balances.set(owner, own);
      const balance = (own.get(asset) ?? 0n) + amount;
      if (balance === 0n) own.delete(asset);
      else own.set(asset, balance);
      if (own.size === 0) this.balances.delete(owner);
    }
    if (event.type === 'LiabilitiesDue') this.count(event as RecordedEvent<string, LiabilitiesDue>, hashOf());
    if (event.type === 'LiabilitiesCommitted')
      this.compare(event.position, (event as RecordedEvent<string, LiabilitiesCommitted>).data);
  }

  private count({ data, position }: RecordedEvent<string, LiabilitiesDue>, head: string): void {
    const sums = new Map<string, Amount>();
    for (const own of this.balances.values())
      for (const [asset, balance] of own) sums.set(asset, (sums.get(asset) ?? 0n) + balance);
    const totals = [...sums].map(([asset, amount]) => ({ asset, amount: format(amount) }));
    this.due.set(data.epoch, { position, head, leaves: leavesFor(this.balances.size), sums: written(totals) });
  }

  private compare(position: number, { epoch, ...published }: LiabilitiesCommitted): void {
    const counted = this.due.get(epoch);
    if (counted === undefined) return this.find(position, `liabilities of ${epoch} were committed and never due`);
    for (const name of ['position', 'head', 'leaves'] as const)
      if (published[name] !== counted[name])
        this.find(position, `liabilities of ${epoch} tell ${name} ${published[name]}, the history ${counted[name]}`);
    if (written(published.sums) !== counted.sums)
      this.find(position, `liabilities of ${epoch} tell ${written(published.sums)}, the history ${counted.sums}`);
  }

  private find(position: number, what: string): void {
    this.findings.add('liabilities', this.realm, position, what);
  }
}

function written(sums: readonly { readonly asset: string; readonly amount: string }[]): string {
  const lines = [...sums].sort(byAsset).map(({ asset, amount }) => `${amount} ${asset}`);
  return lines.length === 0 ? 'nothing' : lines.join(', ');
}
