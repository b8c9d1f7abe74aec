/** What the session's view says of a person's security, without knowing how it is kept. */
export interface SecurityCard {
  /** The name that the person gave himself; `null` while he has given none, or once he is erased. */
  readonly nickname: string | null;
  readonly hasTradePassword: boolean;
  readonly hasGoogle: boolean;
}

/** Where the card comes from. Real accounts only; a demo account has none of it. */
export abstract class SecurityCards {
  abstract of(userId: string): Promise<SecurityCard>;
}
