/** A person's security in the session's view, for readers that don't know its tables. */
export interface SecurityCard {
  /** The person's display name; `null` before one is set, or after erasure. */
  readonly nickname: string | null;
  readonly hasTradePassword: boolean;
  readonly hasGoogle: boolean;
}

/** Where the card comes from. Real accounts only; a demo account has none of it. */
export abstract class SecurityCards {
  abstract of(userId: string): Promise<SecurityCard>;
}
