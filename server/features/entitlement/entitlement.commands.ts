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
