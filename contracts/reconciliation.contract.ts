import { z } from 'zod';
import { requestToken } from './envelope.contract.js';

export const runReconciliationBody = z.strictObject({ requestToken: requestToken.optional() });

export const RECONCILIATION_SOURCES = ['chain', 'bank', 'c2c'] as const;

export const reconciliationLine = z
  .object({
    source: z.enum(RECONCILIATION_SOURCES),
    asset: z.string(),
    books: z.string(),
    outside: z.string(),
    arriving: z.string().describe('Outside already, and not in the books yet.'),
    leaving: z.string().describe('Gone outside already, and not in the books yet.'),
    difference: z.string().describe('outside - arriving + leaving - books: 0 when everything is as it must be.'),
  })
  .meta({
    id: 'ReconciliationLine',
    description:
      'One asset outside, as the books and as the world outside tell it. Amounts are decimal strings in the asset. `chain`: what lies in custody beyond the endowment. `bank`: what was paid out, less what came in. `c2c`: what was credited for wires.',
  });
export type ReconciliationLine = z.output<typeof reconciliationLine>;

export const RECONCILIATION_CAUSES = [
  'arriving',
  'leaving',
  'unknown-transfer',
  'other-amount',
  'without-transfer',
  'other-posting',
  'without-wire',
  'wire-without-receipt',
  'wire-unclaimed',
  'unexplained',
] as const;

export const reconciliationItem = z
  .object({
    source: z.enum(RECONCILIATION_SOURCES),
    cause: z.enum(RECONCILIATION_CAUSES),
    asset: z.string(),
    amount: z.string(),
    reference: z
      .string()
      .describe('`<network>/<hash>`, an id of a request or of a payment, or `@<position>` of the event.'),
  })
  .meta({
    id: 'ReconciliationItem',
    description:
      'What a line is made of: each transfer, payout or order that is under way, or that differs. Besides, what lies at the bank outside the books: `wire-without-receipt` is for a loan that is owed, `wire-unclaimed` for none.',
  });
export type ReconciliationItem = z.output<typeof reconciliationItem>;

export const staffReconciliationRow = z
  .object({
    id: z.string(),
    day: z.string(),
    askedBy: z.string().describe('`timer`, or the name of the member of staff who started it.'),
    askedAt: z.number(),
    doneAt: z.number().nullable().describe('`null` while it is running.'),
    position: z
      .number()
      .describe('The balances of the books are those after this event of the realm `real`; 0 while it is running.'),
    differences: z.number(),
    lines: z.array(reconciliationLine),
    items: z.array(reconciliationItem),
  })
  .meta({
    id: 'StaffReconciliationRow',
    description: '`/staff/reconciliations`: one run. `id` is `day-2026-11-21`, or that of a run that staff asked for.',
  });
export type StaffReconciliationRow = z.output<typeof staffReconciliationRow>;

export const reconciliationBegunView = z
  .object({
    id: z.string(),
  })
  .meta({ id: 'ReconciliationBegunView' });
export type ReconciliationBegunView = z.output<typeof reconciliationBegunView>;
