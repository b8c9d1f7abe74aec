import type { AccountSpace, AssetRow } from '../../../contracts/asset.contract';

/** The account spaces in the order in which they are shown. */
export const ACCOUNT_SPACES_IN_ORDER: readonly AccountSpace[] = ['spot', 'contract', 'options', 'futures', 'finance'];

/** Where the funds of an account space are used: while that screen is not open, the space can only keep them. */
export const SCREEN_OF_SPACE: Readonly<Record<AccountSpace, string>> = {
  spot: 'spot',
  contract: 'contracts',
  options: 'options',
  futures: 'contracts',
  finance: 'custody',
};

export interface CoinRow extends Omit<AssetRow, 'space'> {
  /** Of the total value, 0 to 1. */
  share: number;
}

export interface SpaceRow {
  space: AccountSpace;
  rows: AssetRow[];
  valueUsdt: string;
}
