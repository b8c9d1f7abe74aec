/** What a random block is for; part of its address, so no two uses ever see the same words. */
export const enum Purpose {
  /** Price and variance of a cut. */
  Split = 1,
  /** Return, variance and volume of a root. */
  Root = 2,
  /** Volume and trades of a cut. */
  Volume = 3,
  /** Trades of one second. */
  Leaf = 4,
  Ladder = 5,
  VolumeRoot = 6,
  /** The premium of perpetual contracts: no price sees these words. */
  Premium = 7,
  /** The delay between the purchase of an option and its entry: no price sees these words. */
  OptionEntry = 8,
  /** The daily rates of custody: no price sees these words. */
  CustodyRate = 9,
  /** The days on which funds are rebalanced: no price sees these words. */
  FundRebalancing = 10,
  /** The price that a new coin opens at: no other price sees these words. */
  NewCoin = 11,
}
