import { z } from 'zod';

export const auctionView = z
  .object({
    opensAt: z.number().describe('When the auction is, milliseconds since the Unix epoch.'),
    price: z
      .string()
      .nullable()
      .describe("What it would trade at now, of users' orders alone; `null` while none of them meet."),
    quantity: z.string().describe('What would trade at that price.'),
    imbalance: z.string().describe('What would find nobody at that price, on the side `imbalanceSide`.'),
    imbalanceSide: z.enum(['buy', 'sell']).nullable(),
  })
  .meta({
    id: 'AuctionView',
    description:
      "The opening auction that is gathered. It is made of users' orders and the last close; agents join at the open, so the price may be another then.",
  });
export type AuctionView = z.output<typeof auctionView>;
