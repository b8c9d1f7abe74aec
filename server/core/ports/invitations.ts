/** Who invites by which code, without knowing how that is kept; the invitation feature provides it. */
export abstract class Invitations {
  /** User id of the real account that invites by this code, however it is written; `undefined` when there is none. */
  abstract inviterOf(code: string): Promise<string | undefined>;
}
