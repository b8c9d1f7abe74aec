import { z } from 'zod';
import { HouseCommand, type BodyOf, type DataOf } from '../../core/command.js';
import { sealed } from '../../core/command-schemas.js';

/** The signature was checked before: the command carries what it proved. */
const bindWallet = z.object({ userId: z.string(), sealedAddress: sealed });

export class BindWallet extends HouseCommand<DataOf<typeof bindWallet>, null> {
  static readonly type = 'BindWallet';
  static readonly schema = bindWallet;
}

const unbindWallet = z.object({ userId: z.string() });

export class UnbindWallet extends HouseCommand<DataOf<typeof unbindWallet>, null> {
  static readonly type = 'UnbindWallet';
  static readonly schema = unbindWallet;
}

export type WalletCommand = BodyOf<typeof BindWallet | typeof UnbindWallet>;
