import { format, type Amount } from '../../../shared/money.js';
import type { RecordedEvent } from '../../core/event.js';
import { isOnHold, mayGoNegative } from '../../engine/ledger/chart.js';
import type { MemoryRealm } from '../../engine/writer/memory-realm.js';
import { declarationOf } from '../../features.js';
import { Violation } from '../../core/violation.js';

type Holds = ReadonlyMap<string, Amount>;
const NONE: Holds = new Map();

/**
 * What money obeys after every command: postings sum to zero, nothing is overdrawn, and what is on hold is what the streams
 * that declare holds keep there. It counts for itself and does not believe the realm's own balances.
 */
export class LedgerLaws {
  private readonly balances = new Map<string, Amount>();
  private readonly held = new Map<string, Amount>();
  private readonly holdsOf = new Map<string, Holds>();
  private readonly touched = new Set<string>();
  private readonly streams = new Set<string>();

  constructor(private readonly realm: MemoryRealm) {}

  take(event: RecordedEvent): void {
    this.streams.add(event.stream);
    const sums = new Map<string, Amount>();
    for (const { account, asset, amount } of event.postings ?? []) {
      const key = `${account} ${asset}`;
      add(sums, asset, amount);
      add(this.balances, key, amount);
      this.touched.add(key);
    }
    for (const [asset, sum] of sums)
      if (sum !== 0n) throw new Violation(`${event.type} at ${event.position} does not sum to zero in ${asset}`);
  }

  /** After the events of a command were taken. */
  check(): void {
    for (const stream of this.streams) this.countHolds(stream);
    for (const key of this.touched) this.balance(key);
    this.streams.clear();
    this.touched.clear();
  }

  everything(): void {
    const sums = new Map<string, Amount>();
    for (const [key, balance] of this.realm.allBalances()) {
      add(sums, key.slice(key.lastIndexOf(' ') + 1), balance);
      if (this.balanceOf(key) !== balance) throw new Violation(`${key} is not the sum of its postings`);
      this.balance(key);
    }
    for (const [asset, sum] of sums) if (sum !== 0n) throw new Violation(`${asset} sums to ${format(sum)}, not zero`);
  }

  /** By `account asset`. */
  balanceOf(key: string): Amount {
    return this.balances.get(key) ?? 0n;
  }

  /** Amounts that are still on hold after everything has ended. */
  nothingHeld(): void {
    for (const [key, balance] of this.balances)
      if (isOnHold(accountOf(key)) && balance !== 0n) throw new Violation(`${key} still has ${format(balance)}`);
  }

  private countHolds(stream: string): void {
    const declared = declarationOf(stream);
    if (declared?.kind.holds === undefined) return;
    const before = this.holdsOf.get(stream) ?? NONE;
    const now = declared.kind.holds(this.realm.state(declared.kind, declared.id));
    this.holdsOf.set(stream, now);
    for (const key of new Set([...before.keys(), ...now.keys()])) {
      add(this.held, key, (now.get(key) ?? 0n) - (before.get(key) ?? 0n));
      this.touched.add(key);
    }
  }

  private balance(key: string): void {
    const balance = this.balanceOf(key);
    const account = accountOf(key);
    if (balance < 0n && !mayGoNegative(account)) throw new Violation(`${key} is at ${format(balance)}`);
    const held = this.held.get(key) ?? 0n;
    if (isOnHold(account) && held !== balance)
      throw new Violation(`${key} has ${format(balance)}, and ${format(held)} are on hold`);
  }
}

const accountOf = (key: string): string => key.slice(0, key.lastIndexOf(' '));

function add(sums: Map<string, Amount>, key: string, amount: Amount): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount);
}
