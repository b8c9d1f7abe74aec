import { z } from 'zod';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { instant } from '../../core/command-schemas.js';

/** Hashes of the newest events of the users' histories. */
const heads = z.object({ demo: z.string(), real: z.string() });

const openMarket = z.object({ launchAt: instant, epochMs: z.int(), anchor: z.string(), heads });

export class OpenMarket extends HouseCommand<DataOf<typeof openMarket>, null> {
  static readonly type = 'OpenMarket';
  static readonly schema = openMarket;
}

const commitEpoch = z.object({
  epoch: z.int(),
  commitment: z.string(),
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
