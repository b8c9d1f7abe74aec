/** Proof that was right, by the versions of what it was checked against. */
export interface Proven {
  readonly userId: string;
  /** `storedDigest` of the login password, where it was needed. */
  readonly passwordDigest?: string | undefined;
  /** The id of the given trade password, where one was needed. */
  readonly tradeId?: string | undefined;
  /** Which code was shown; `null` where no authenticator is bound. */
  readonly code: ProvenCode | null;
}

/** A step of the authenticator with this secret, or one of these recovery codes, counted from 0. */
export type ProvenCode =
  | { readonly kind: 'step'; readonly secretId: string; readonly step: number }
  | { readonly kind: 'recovery'; readonly codesId: string; readonly index: number };
