/** Who invites by which code, without knowing how that is kept: token `INVITATIONS`, provided by the invitation feature. */
export interface Invitations {
  /** User id of the real account that invites by this code, however it is written; `undefined` when there is none. */
  inviterOf(code: string): Promise<string | undefined>;
}
