import { bytesToHex } from '@noble/hashes/utils.js';
import type { Instant } from '../../core/clock.js';
import { digest } from './addresses.rules.js';

/** What chance decides on a network, as functions of its height alone: anybody with the seed gets the same. */
export interface ChainSchedule {
  /** When the block of this height is found; later than the one before it. */
  blockAt(height: number): Instant;
  /** The height of the last block found by then. */
  heightAt(now: Instant): number;
  /** How many of the blocks before this one it replaces; 0 for nearly all, and always below the confirmations of a final transfer. */
  reorganisationDepth(height: number): number;
  /** How many blocks pass over a transfer that comes when this is the last one: nodes hear of it late. */
  delayBlocks(height: number): number;
  /** How busy the network is, in thousandths of usual: fees follow it. */
  loadPermille(height: number): number;
}

interface SchedulePace {
  readonly network: string;
  readonly seed: string;
  readonly genesisAt: Instant;
  readonly blockSeconds: number;
  readonly confirmations: number;
  /** On average; 0 for a network whose blocks are final at once. */
  readonly reorganisationEveryBlocks: number;
}

/** A block is found within the first 900 thousandths of its slot, so that heights follow from the clock without counting. */
const SPREAD_PERMILLE = 900;
/** Fees change every so many blocks. */
const LOAD_BLOCKS = 20;

export function seededSchedule(pace: SchedulePace): ChainSchedule {
  const { network, seed, genesisAt, confirmations, reorganisationEveryBlocks } = pace;
  const slotMs = pace.blockSeconds * 1000;
  const chance = (below: number, ...parts: (string | number)[]): number => chosen(below, seed, network, ...parts);
  const blockAt = (height: number): Instant =>
    genesisAt + height * slotMs + Math.floor((slotMs * chance(SPREAD_PERMILLE, 'found', height)) / 1000);
  return {
    blockAt,
    heightAt(now) {
      const slot = Math.floor((now - genesisAt) / slotMs);
      return blockAt(slot) <= now ? slot : slot - 1;
    },
    reorganisationDepth(height) {
      if (reorganisationEveryBlocks === 0 || chance(reorganisationEveryBlocks, 'reorganise', height) !== 0) return 0;
      const deepest = confirmations - 1;
      // Of four reorganisations three replace one block; deeper ones are rarer, as on real networks.
      let depth = 1;
      while (depth < deepest && chance(4, 'depth', height, depth) === 0) depth += 1;
      return Math.min(depth, deepest);
    },
    delayBlocks: (height) => Math.max(0, chance(10, 'delay', height) - 7),
    loadPermille(height) {
      // Between two chosen levels fees walk in a straight line: 500 to 2500 thousandths.
      const period = Math.floor(height / LOAD_BLOCKS);
      const [from, to] = [period, period + 1].map((at) => 500 + chance(2001, 'load', at)) as [number, number];
      return from + Math.floor(((to - from) * (height % LOAD_BLOCKS)) / LOAD_BLOCKS);
    },
  };
}

/** A whole number from 0 to `below` - 1 out of seed and parts. */
function chosen(below: number, ...parts: readonly (string | number)[]): number {
  const [a = 0, b = 0, c = 0, d = 0] = digest(...parts);
  const draw = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  return Math.floor((draw / 4_294_967_296) * below);
}

/** How often the block of this height has been replaced by the time that `tip` is the last one. */
export function branchOf(schedule: ChainSchedule, confirmations: number, height: number, tip: number): number {
  let branch = 0;
  for (let later = height + 1; later <= Math.min(tip, height + confirmations - 1); later += 1)
    if (schedule.reorganisationDepth(later) >= later - height) branch += 1;
  return branch;
}

/** When a block was found: a replacement together with the block that brought it. */
export function branchFoundAt(
  schedule: ChainSchedule,
  confirmations: number,
  height: number,
  branch: number,
): { at: Instant; by: number } {
  let left = branch;
  for (let later = height + 1; left > 0 && later < height + confirmations; later += 1)
    if (schedule.reorganisationDepth(later) >= later - height) {
      left -= 1;
      if (left === 0) return { at: schedule.blockAt(later), by: later };
    }
  return { at: schedule.blockAt(height), by: height };
}

/** The hash of a block: of the seed, its place and what is in it. Empty blocks are never stored, so it must follow from these. */
export function blockHash(
  seed: string,
  network: string,
  height: number,
  branch: number,
  transfers: readonly string[],
): string {
  return bytesToHex(digest(seed, network, 'block', height, branch, ...transfers));
}
