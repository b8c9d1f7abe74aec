import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { symbolQuery } from './market.contract.js';

export const DELIVERY_KINDS = ['weekly', 'monthly', 'quarterly'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

const averagesFrom = z
  .number()
  .describe('Where the average begins: so many open minutes before the delivery, on the calendar of the market.');

export const deliveryView = z
  .object({ kind: z.enum(DELIVERY_KINDS), deliversAt: z.number(), averagesFrom })
  .meta({ id: 'DeliveryView', description: 'A coming delivery. Instants are milliseconds since the Unix epoch.' });

export const settlementView = z
  .object({
    deliversAt: z.number(),
    averagesFrom,
    seconds: z.number().describe('How many whole seconds of open market the average is over.'),
    price: z
      .string()
      .describe(
        'The mean of the fundamental price at these seconds, rounded half to even to a ten-thousandth of a tick.',
      ),
  })
  .meta({ id: 'SettlementView', description: 'The settlement price of a delivery that is over.' });

export const deliveriesView = z
  .object({
    symbol: z.string(),
    minutes: z.number().describe('Open minutes that a settlement averages.'),
    next: z.array(deliveryView),
    last: settlementView.nullable().describe('Of the newest delivery; `null` before the market was open for so long.'),
  })
  .meta({
    id: 'DeliveriesView',
    description:
      'When contracts on an instrument deliver: Fridays at 08:00 UTC, weekly, the last of the month, the last of the quarter. The calendar fixes every second of the average beforehand.',
  });
export type DeliveriesView = z.output<typeof deliveriesView>;

export const getDeliveries = defineCall({
  method: 'GET',
  path: 'web/getDeliveries',
  cost: 5,
  access: 'public',
  summary: 'The delivery calendar of an instrument, and the settlement price of the newest delivery.',
  input: symbolQuery,
  output: deliveriesView,
  refusals: ['market.symbol-unknown'],
});
