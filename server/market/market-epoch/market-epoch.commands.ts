import { z } from 'zod';
import { WITHOUT_DRAND } from '../../../contracts/market.contract.js';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { instant } from '../../core/command-schemas.js';

/** Hashes of the newest events of the users' histories. */
const heads = z.object({ demo: z.string(), real: z.string() });

const openMarket = z.object({ launchAt: instant, epochMs: z.int(), anchor: z.string(), heads });

export class OpenMarket extends HouseCommand<DataOf<typeof openMarket>, null> {
  static readonly type = 'OpenMarket';
  static readonly schema = openMarket;
}

const drandRound = z.object({
  chain: z.object({
    hash: z.string(),
    publicKey: z.string(),
    periodSeconds: z.int(),
    genesisSeconds: z.int(),
    groupHash: z.string(),
    beaconName: z.string(),
  }),
  round: z.int(),
  signature: z.string(),
});

const commitEpoch = z.object({
  epoch: z.int(),
  commitment: z.string(),
  /** The round of drand that was due, or why there is none. */
  drand: z.union([drandRound, z.enum(WITHOUT_DRAND)]),
  heads,
});

export class CommitEpoch extends HouseCommand<DataOf<typeof commitEpoch>, null> {
  static readonly type = 'CommitEpoch';
  static readonly schema = commitEpoch;
}

const revealEpoch = z.object({ epoch: z.int(), seed: z.string() });

export class RevealEpoch extends HouseCommand<DataOf<typeof revealEpoch>, null> {
  static readonly type = 'RevealEpoch';
  static readonly schema = revealEpoch;
}
