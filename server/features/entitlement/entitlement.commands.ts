import { z } from 'zod';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { instant } from '../../core/command-schemas.js';
import { NOTICES } from './entitlement.events.js';

const ofHolder = z.object({
  userId: z.string(),
  ownerId: z.string(),
  actionId: z.string(),
  symbol: z.string(),
  base: z.string(),
});

const notifyHolder = ofHolder.extend({
  notice: z.enum(NOTICES),
  dueAt: instant,
  perShare: z.string().nullable(),
  newShares: z.int().nullable(),
  oldShares: z.int().nullable(),
});

/** Told once, however often it is sent. */
export class NotifyHolder extends HouseCommand<DataOf<typeof notifyHolder>, null> {
  static readonly type = 'NotifyHolder';
  static readonly schema = notifyHolder;
}

const payDividend = ofHolder.extend({ quote: z.string(), perShare: z.string() });

/** Pays on what the owner holds now: nobody trades the instrument meanwhile. Paid once; a repeat answers what was paid. */
export class PayDividend extends HouseCommand<DataOf<typeof payDividend>, { readonly amount: string }> {
  static readonly type = 'PayDividend';
  static readonly schema = payDividend;
}

/** A split that is effective. `openPrice`: of a new share, in the quote asset. */
const ofSplit = z.object({
  actionId: z.string(),
  symbol: z.string(),
  base: z.string(),
  quote: z.string(),
  newShares: z.int(),
  oldShares: z.int(),
  openPrice: z.string(),
  lotSize: z.string(),
  /** The version of the instrument that has the split. */
  version: z.int(),
});

interface SplitOwners {
  readonly owners: readonly { readonly ownerId: string; readonly adjusted: number; readonly cancelled: number }[];
}

/** Open orders of a whole book, with everything that their owners hold: nobody sees one without the other. */
export class SplitBook extends HouseCommand<DataOf<typeof ofSplit>, SplitOwners> {
  static readonly type = 'SplitBook';
  static readonly schema = ofSplit;
}

const splitHolding = ofSplit.extend({ userId: z.string(), ownerId: z.string() });

/** Everything that an owner without open orders holds. Done once; a repeat answers what was done. */
export class SplitHolding extends HouseCommand<
  DataOf<typeof splitHolding>,
  { readonly amount: string; readonly held: boolean }
> {
  static readonly type = 'SplitHolding';
  static readonly schema = splitHolding;
}

const cashOutHolding = ofHolder.extend({ quote: z.string(), price: z.string() });

/** Pays an owner out for everything they hold of a delisted instrument. Done once; a repeat answers what was paid. */
export class CashOutHolding extends HouseCommand<
  DataOf<typeof cashOutHolding>,
  { readonly amount: string; readonly held: boolean }
> {
  static readonly type = 'CashOutHolding';
  static readonly schema = cashOutHolding;
}
