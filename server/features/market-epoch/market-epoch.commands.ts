export interface OpenMarket {
  readonly launchAt: number;
  readonly epochMs: number;
  readonly anchor: string;
}

/** Heads are the hashes of the users' histories now. */
export interface CommitEpoch {
  readonly epoch: number;
  readonly commitment: string;
  readonly heads: { readonly demo: string; readonly real: string };
}

export interface RevealEpoch {
  readonly epoch: number;
  readonly seed: string;
}
