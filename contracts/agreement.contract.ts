import { z } from 'zod';
import type { RefusalRule } from './refusal.contract.js';

/** Of every tick on the rules of a product. */
export const agreementRefusals = {
  /** The page had version `read` of the article with the rules; `version` is published. */
  'agreement.changed': { status: 200, field: 'agreed' },
} as const satisfies Record<string, RefusalRule>;

/** The version of the article with a product's rules that the page had when they were ticked. Where absent, that of now counts. */
export const articleRead = z.coerce.number().int().min(1).optional();
