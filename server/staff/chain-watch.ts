import type { ChainStatusView } from '../../contracts/staff-history.contract.js';
import type { Clock } from '../core/clock.js';
import { chainHash, genesisHash } from '../event-store/codec.js';
import type { EventStore } from '../event-store/event-store.js';

const PAGE = 1_000;
/** Between pages the processor belongs to others: a million events take a few minutes, unnoticed. */
const REST_MS = 20;
const CHECKPOINTS_SHOWN = 50;

interface Checked {
  position: number;
  hash: string;
  at: number | null;
  problem: string | null;
  running: boolean;
}

/**
 * Recomputes every realm's hash chain from its first event, little by little, whenever somebody looks at it. What it has
 * checked since the server started it need not check again, because the history only grows.
 */
export class ChainWatch {
  private readonly realms = new Map<string, Checked>();
  private stopped = false;

  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  stop(): void {
    this.stopped = true;
  }

  async status(realm: string): Promise<ChainStatusView> {
    const checked = this.of(realm);
    // The first page is waited for, so that a young history is shown as checked at once.
    await this.page(realm, checked);
    void this.goOn(realm, checked);
    const head = await this.store.head(realm);
    return {
      realm,
      position: head.position,
      headHash: head.hash,
      checkedTo: checked.position,
      checkedAt: checked.at,
      ok: checked.problem === null,
      problem: checked.problem ?? headProblem(head, checked),
      checkpoints: await this.checkpoints(realm),
    };
  }

  private of(realm: string): Checked {
    let checked = this.realms.get(realm);
    if (checked === undefined) {
      checked = { position: 0, hash: genesisHash(realm), at: null, problem: null, running: false };
      this.realms.set(realm, checked);
    }
    return checked;
  }

  private async goOn(realm: string, checked: Checked): Promise<void> {
    while (!this.stopped && (await this.page(realm, checked).catch(() => 0)) === PAGE)
      await new Promise((resolve) => setTimeout(resolve, REST_MS).unref());
  }

  /** Checks the next events and answers how many there were. */
  private async page(realm: string, checked: Checked): Promise<number> {
    if (checked.running || checked.problem !== null) return 0;
    checked.running = true;
    try {
      const rows = await this.store.readRows(realm, checked.position, PAGE);
      for (const row of rows) {
        const expected = checked.position + 1;
        if (row.position !== expected) checked.problem = `position ${expected} is missing`;
        else if (chainHash(checked.hash, row) !== row.hash)
          checked.problem = `position ${expected} does not follow from the events before it`;
        if (checked.problem !== null) break;
        checked.position = row.position;
        checked.hash = row.hash;
      }
      checked.at = this.clock.now();
      return rows.length;
    } finally {
      checked.running = false;
    }
  }

  private async checkpoints(realm: string): Promise<ChainStatusView['checkpoints']> {
    const { rows } = await this.store.pool.query(
      `SELECT position, encode(hash, 'hex') AS hash, at, key_id AS "keyId", encode(signature, 'hex') AS signature
         FROM checkpoints WHERE realm = $1 ORDER BY position DESC LIMIT ${CHECKPOINTS_SHOWN}`,
      [realm],
    );
    return rows;
  }
}

/** The head that the writer goes on from must be the hash of the last event. */
function headProblem(head: { position: number; hash: string }, checked: Checked): string | null {
  return head.position === checked.position && head.hash !== checked.hash
    ? `the head is not the hash of position ${head.position}`
    : null;
}
