import { z } from 'zod';
import { HouseCommand, type DataOf } from '../../../core/command.js';

const chargeFunding = z.object({
  symbol: z.string(),
  /** Fundings that are due by then, in milliseconds since 1970. */
  toMs: z.int(),
});

/** Writes the fundings of a contract that are due. Answers the last one if positions have to settle it, else `null`. */
export class ChargeFunding extends HouseCommand<
  DataOf<typeof chargeFunding>,
  { readonly unpostedDueAt: number | null }
> {
  static readonly type = 'ChargeFunding';
  static readonly schema = chargeFunding;
}

const postFunding = z.object({
  symbol: z.string(),
  ownerIds: z.array(z.string()).readonly(),
  /** The funding that all positions have settled with these, in milliseconds since 1970; `null` where more are to come. */
  postedDueAt: z.int().nullable(),
});

/** Settles what the positions of these owners owe by now, or are to receive. */
export class PostFunding extends HouseCommand<DataOf<typeof postFunding>, null> {
  static readonly type = 'PostFunding';
  static readonly schema = postFunding;
}
