import type { ChainSchedule } from './schedule.rules.js';

/** What mining needs to know of a transfer that is not final yet. */
export interface Minable {
  readonly hash: string;
  /** Order of arrival. */
  readonly sequence: number;
  readonly status: 'mempool' | 'mined' | 'dropped';
  /** The first block that may take it. */
  readonly targetHeight: number;
  readonly blockHeight: number | null;
  readonly final: boolean;
  /**
   * Its sender spends the same money elsewhere: before a block takes it (`at-once`), or when a reorganisation takes it back
   * (`in-reorganisation`). `null` for honest transfers.
   */
  readonly doubleSpend: 'at-once' | 'in-reorganisation' | null;
}

/** One thing that happened to a transfer, in order. `confirmed` comes for every block on it until it is final. */
export interface ChainStep {
  readonly kind: 'mined' | 'taken-back' | 'confirmed' | 'dropped';
  readonly hash: string;
  readonly height: number;
  /** Of `taken-back`: the block that it was in. */
  readonly from?: number;
}

interface Mined<T extends Minable> {
  readonly transfers: readonly T[];
  readonly steps: readonly ChainStep[];
}

export interface MinedNetwork<T> {
  readonly confirmations: number;
  /** Transfers that a block has room for. */
  readonly blockTransfers: number;
  readonly schedule: ChainSchedule;
  /** The transfer that spends elsewhere what a dropped one would have spent; it enters the chain in its place. */
  replacement(dropped: T): T;
}

/**
 * Mines every block after `tip` up to `until`. Nothing depends on when it is called: in one go after a month or block by block,
 * the result is the same. Ends early once everything is final, because the rest of the blocks is empty.
 */
export function mine<T extends Minable>(
  pending: readonly T[],
  tip: number,
  until: number,
  network: MinedNetwork<T>,
): Mined<T> {
  const steps: ChainStep[] = [];
  let transfers = [...pending].sort((a, b) => a.sequence - b.sequence);
  for (let height = tip + 1; height <= until; height += 1) {
    if (transfers.every(isSettled)) break;
    transfers = nextBlock(transfers, height, network, steps);
  }
  return { transfers, steps };
}

function nextBlock<T extends Minable>(
  transfers: readonly T[],
  height: number,
  network: MinedNetwork<T>,
  steps: ChainStep[],
): T[] {
  const depth = network.schedule.reorganisationDepth(height);
  const open = transfers.map((transfer) => takenBack(transfer, height, depth, network.schedule, steps));
  const taken = chosenFor(open, height, network.blockTransfers);
  const after = open.map((transfer) => {
    if (taken.has(transfer.hash)) {
      const dropped = transfer.doubleSpend === 'at-once';
      steps.push({ kind: dropped ? 'dropped' : 'mined', hash: transfer.hash, height });
      return dropped ? { ...transfer, status: 'dropped' } : mined(transfer, height, network.confirmations);
    }
    if (transfer.status !== 'mined' || transfer.final) return transfer;
    steps.push({ kind: 'confirmed', hash: transfer.hash, height });
    return mined(transfer, height, network.confirmations);
  });
  const stoodBefore = new Map(transfers.map(({ hash, status }) => [hash, status]));
  const dropped = after.filter(({ hash, status }) => status === 'dropped' && stoodBefore.get(hash) !== 'dropped');
  // They come after everything that is there, as if they had been announced now.
  const last = Math.max(0, ...after.map(({ sequence }) => sequence));
  const instead = dropped.map((transfer, at) => ({ ...network.replacement(transfer), sequence: last + 1 + at }));
  return [...after, ...instead.map((transfer) => replaced(transfer, height, network, steps))];
}

function replaced<T extends Minable>(transfer: T, height: number, network: MinedNetwork<T>, steps: ChainStep[]): T {
  steps.push({ kind: 'mined', hash: transfer.hash, height });
  return mined(transfer, height, network.confirmations);
}

function takenBack<T extends Minable>(
  transfer: T,
  height: number,
  depth: number,
  schedule: ChainSchedule,
  steps: ChainStep[],
): T {
  const { hash, blockHeight } = transfer;
  if (blockHeight === null || transfer.final || blockHeight < height - depth) return transfer;
  steps.push({ kind: 'taken-back', hash, height, from: blockHeight });
  if (transfer.doubleSpend === 'in-reorganisation') {
    steps.push({ kind: 'dropped', hash, height });
    return { ...transfer, status: 'dropped', blockHeight: null };
  }
  return { ...transfer, status: 'mempool', blockHeight: null, targetHeight: height + schedule.delayBlocks(height) };
}

/** The transfer that has been minable longest comes first; of equal ones, the earlier one. */
function chosenFor(transfers: readonly Minable[], height: number, most: number): Set<string> {
  const waiting = transfers.filter(({ status, targetHeight }) => status === 'mempool' && targetHeight <= height);
  waiting.sort((a, b) => a.targetHeight - b.targetHeight || a.sequence - b.sequence);
  return new Set(waiting.slice(0, most).map(({ hash }) => hash));
}

function mined<T extends Minable>(transfer: T, height: number, confirmations: number): T {
  const blockHeight = transfer.blockHeight ?? height;
  return { ...transfer, status: 'mined', blockHeight, final: height - blockHeight + 1 >= confirmations };
}

function isSettled({ final, status }: Minable): boolean {
  return final || status === 'dropped';
}
