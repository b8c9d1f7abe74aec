import type { RulesProduct } from '../../../shared/rules-pages.js';
import type { Refusal } from '../refusal.js';

/** A text as it was agreed to: the version that was published then. */
export interface AgreedText {
  readonly slug: string;
  readonly version: number;
}

/** Which texts people agree to; the content feature provides them. */
export abstract class Agreements {
  /** The user agreement as it is published now. */
  abstract current(): Promise<AgreedText>;
  /**
   * The rules of a product as they are published now; `null` while they are not shown. `read`: the version that the reader's page
   * had, where the page says so. Another one than that of now is refused.
   */
  abstract rulesOf(product: RulesProduct, read: number | undefined): Promise<AgreedText | null | Refusal>;
}
