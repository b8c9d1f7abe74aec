import { z } from 'zod';

export const PAUSE_REASONS = ['volatility', 'price-limit'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

const SESSION_PHASES = ['closed', 'call', 'open'] as const;

/** Of an instrument, and of a calendar. */
export const stateOfSession = {
  open: z.boolean(),
  phase: z
    .enum(SESSION_PHASES)
    .describe(
      '`call`: closed or paused, but orders are taken for the auction that opens trading; they rest and nothing trades.',
    ),
  nextChangeAt: z
    .number()
    .nullable()
    .describe('When it opens or closes next, milliseconds since the Unix epoch; `null` when it never does.'),
  callAt: z
    .number()
    .nullable()
    .describe('While closed: when orders for the next opening auction are first taken. `null` where there is none.'),
  closingAuctionAt: z
    .number()
    .nullable()
    .describe(
      'While orders at the close (`ATC`) are taken, in the call and while open: when they trade. `null` where the session ends without an auction.',
    ),
  cutOffAt: z.number().nullable().describe('From when these orders can no longer be placed, amended or cancelled.'),
  pause: z
    .object({ reason: z.enum(PAUSE_REASONS), from: z.number(), until: z.number() })
    .nullable()
    .describe(
      'While trading is paused within a session: why, since when, and when it may resume by an auction. A price limit may go on for another five minutes then.',
    ),
  priceLimits: z
    .object({ low: z.string(), high: z.string() })
    .nullable()
    .describe(
      'The lowest and the highest price that may be ordered today; `null` where the venue has no daily limits.',
    ),
};

export const sessionStateView = z.object({ calendar: z.string(), ...stateOfSession }).meta({ id: 'SessionStateView' });
export type SessionStateView = z.output<typeof sessionStateView>;
