import { z } from 'zod';

export const auctionView = z
  .object({
    kind: z.enum(['opening', 'closing']),
    at: z.number().describe('When the auction is, milliseconds since the Unix epoch.'),
    price: z
      .string()
      .nullable()
      .describe(
        "What it would trade at now; `null` while no orders meet. Of an opening auction, from users' orders alone.",
      ),
    quantity: z.string().describe('What would trade at that price.'),
    imbalance: z
      .string()
      .describe("What users' orders leave over among themselves at that price, on the side `imbalanceSide`."),
    imbalanceSide: z.enum(['buy', 'sell']).nullable(),
  })
  .meta({
    id: 'AuctionView',
    description:
      "The auction that is gathered. Before the open it is made of users' orders and the last close; agents join at the open, so the price may be another then. In the last minutes before the close it is made of users' orders and of agents' quotes now.",
  });
export type AuctionView = z.output<typeof auctionView>;
