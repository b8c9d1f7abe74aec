/** Which text people agree to when they register; the content feature provides it. */
export abstract class Agreements {
  /** The user agreement as it is published now. */
  abstract current(): Promise<{ readonly slug: string; readonly version: number }>;
}
