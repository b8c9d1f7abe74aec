import { z } from 'zod';
import type { SellerChangedView } from '../../../contracts/c2c.seller.contract.js';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { sealed } from '../../core/command-schemas.js';

const addSeller = z.object({
  sellerId: z.string(),
  staffId: z.string(),
  label: z.string(),
  currency: z.string(),
  sealedAccount: sealed,
  min: z.string(),
  max: z.string(),
  dayMax: z.string(),
});

export class AddSeller extends HouseCommand<DataOf<typeof addSeller>, SellerChangedView> {
  static readonly type = 'AddSeller';
  static readonly schema = addSeller;
}

const changeSeller = addSeller.extend({ baseVersion: z.int() });

export class ChangeSeller extends HouseCommand<DataOf<typeof changeSeller>, SellerChangedView> {
  static readonly type = 'ChangeSeller';
  static readonly schema = changeSeller;
}

const switchSeller = z.object({ sellerId: z.string(), enabled: z.boolean(), staffId: z.string() });

export class SwitchSeller extends HouseCommand<DataOf<typeof switchSeller>, SellerChangedView> {
  static readonly type = 'SwitchSeller';
  static readonly schema = switchSeller;
}
