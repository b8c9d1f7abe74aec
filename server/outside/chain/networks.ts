import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { z } from 'zod';
import type { ChainNetwork } from '../../core/ports/chain.js';
import { amount, tryAmount, type Amount } from '../../../shared/money.js';
import { projectRoot } from '../../edge/project-root.js';
import { addressOfHash, addressOfKey, digest, type AddressStyle } from './addresses.rules.js';
import { seededSchedule, type ChainSchedule } from './schedule.rules.js';

const decimal = z.string().refine((text) => tryAmount(text) !== undefined);
const versions = z.array(z.int().min(0).max(255)).min(1);

const seedFile = z.strictObject({
  seed: z.string().min(1),
  genesisAt: z.iso.datetime(),
  networks: z.array(
    z.strictObject({
      id: z.string().regex(/^[A-Z0-9]{2,16}$/),
      name: z.string(),
      address: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('bech32'), prefix: z.string(), versions }),
        z.strictObject({ kind: z.literal('base58'), versions }),
        z.strictObject({ kind: z.literal('evm') }),
        z.strictObject({ kind: z.literal('xrp') }),
      ]),
      extendedPublicKey: z.string().startsWith('xpub'),
      usesTag: z.boolean(),
      blockSeconds: z.int().min(1),
      confirmations: z.int().min(1).max(100),
      reorganisationEveryBlocks: z.int().min(0),
      blockTransfers: z.int().min(1),
      feeAsset: z.string(),
      assets: z
        .array(
          z.strictObject({
            asset: z.string(),
            decimals: z.int().min(0).max(18),
            fee: decimal,
            endowment: decimal,
            outside: decimal,
          }),
        )
        .min(1),
    }),
  ),
});

/** Networks as `seeds/chains.json` writes them; tests write their own. */
type ChainSeeds = z.output<typeof seedFile>;

export interface ChainAsset {
  readonly asset: string;
  readonly decimals: number;
  /** What a transfer costs in the network's fee asset when it is as busy as usual. */
  readonly fee: Amount;
  /** What the platform's hot wallet, and the wallet outside, hold at genesis: together all there is. */
  readonly endowment: Amount;
  readonly outside: Amount;
}

/** A network with all that running it takes. */
export interface RunNetwork extends ChainNetwork {
  readonly name: string;
  readonly seed: string;
  readonly style: AddressStyle;
  readonly schedule: ChainSchedule;
  readonly blockTransfers: number;
  readonly byAsset: ReadonlyMap<string, ChainAsset>;
  readonly hotWallet: string;
  /** The wallet outside that the faucet sends from. */
  readonly outsideWallet: string;
  /** Where fees go. */
  readonly miner: string;
  /** Of the platform's extended public key, receiving branch. */
  depositAddress(index: number): string;
}

/** @throws {Error} with what is wrong, when the seeds are broken */
export function readChainSeeds(file: string = join(projectRoot, 'seeds', 'chains.json')): ChainSeeds {
  return seedFile.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** `schedules` replaces what chance decides on a network: tests write a reorganisation where they need it. */
export function networksOf(
  seeds: ChainSeeds,
  schedules: Readonly<Record<string, ChainSchedule>> = {},
): readonly RunNetwork[] {
  return seeds.networks.map((entry) => runNetwork(seeds, entry, schedules[entry.id]));
}

function runNetwork(
  { seed, genesisAt }: ChainSeeds,
  entry: ChainSeeds['networks'][number],
  schedule: ChainSchedule | undefined,
): RunNetwork {
  const { id, address: style, blockSeconds, confirmations, reorganisationEveryBlocks } = entry;
  const { receiving, hotKey } = keysOf(entry.extendedPublicKey);
  const other = (name: string): string => addressOfHash(style, digest(seed, id, name).subarray(0, 20));
  const pace = { network: id, seed, genesisAt: Date.parse(genesisAt), blockSeconds, confirmations };
  const assets = entry.assets.map((asset) => ({
    ...asset,
    fee: amount(asset.fee),
    endowment: amount(asset.endowment),
    outside: amount(asset.outside),
  }));
  return {
    id,
    name: entry.name,
    seed,
    style,
    schedule: schedule ?? seededSchedule({ ...pace, reorganisationEveryBlocks }),
    assets: assets.map(({ asset, decimals }) => [asset, decimals] as const),
    byAsset: new Map(assets.map((asset) => [asset.asset, asset])),
    feeAsset: entry.feeAsset,
    usesTag: entry.usesTag,
    blockSeconds,
    blockTransfers: entry.blockTransfers,
    confirmations,
    hotWallet: addressOfKey(style, hotKey),
    outsideWallet: other('outside'),
    miner: other('miner'),
    depositAddress: (index) => addressOfKey(style, keyOf(receiving, index)),
  };
}

interface PlatformKeys {
  readonly receiving: HDKey;
  readonly hotKey: Uint8Array;
}

const known = new Map<string, PlatformKeys>();

/** What follows from an extended public key. Deriving it is slow, so it is done once however many servers a process starts. */
function keysOf(extendedPublicKey: string): PlatformKeys {
  const found = known.get(extendedPublicKey);
  if (found) return found;
  const account = HDKey.fromExtendedKey(extendedPublicKey);
  const keys = { receiving: account.deriveChild(0), hotKey: keyOf(account.deriveChild(1), 0) };
  known.set(extendedPublicKey, keys);
  return keys;
}

function keyOf(parent: HDKey, index: number): Uint8Array {
  const { publicKey } = parent.deriveChild(index);
  if (publicKey === null) throw new Error(`no key ${index}`);
  return publicKey;
}
