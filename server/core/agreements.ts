/** Which text people agree to when they register: token `AGREEMENTS`, provided by the content feature. */
export interface Agreements {
  /** The user agreement as it is published now. */
  current(): Promise<{ readonly slug: string; readonly version: number }>;
}
