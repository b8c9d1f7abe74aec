import type { AccountSpace, AssetRow } from '../../../contracts/asset.contract';

/** The account spaces in the order in which they are shown. */
export const ACCOUNT_SPACES_IN_ORDER: readonly AccountSpace[] = ['spot', 'contract', 'options', 'futures', 'finance'];

export interface CoinRow extends Omit<AssetRow, 'space'> {
  /** Of the total value, 0 to 1. */
  share: number;
}

export interface SpaceRow {
  space: AccountSpace;
  rows: AssetRow[];
  valueUsdt: string;
}
