import { z } from 'zod';

const SESSION_PHASES = ['closed', 'call', 'open'] as const;

/** Of an instrument, and of a calendar. */
export const stateOfSession = {
  open: z.boolean(),
  phase: z
    .enum(SESSION_PHASES)
    .describe('`call`: closed, but orders are taken for the opening auction; they rest and nothing trades.'),
  nextChangeAt: z
    .number()
    .nullable()
    .describe('When it opens or closes next, milliseconds since the Unix epoch; `null` when it never does.'),
  callAt: z
    .number()
    .nullable()
    .describe('While closed: when orders for the next opening auction are first taken. `null` where there is none.'),
  cutOffAt: z
    .number()
    .nullable()
    .describe(
      'While open: from when orders at the close (`ATC`) can no longer be placed, amended or cancelled; they trade at `nextChangeAt`. `null` where the session ends without an auction.',
    ),
};

export const sessionStateView = z.object({ calendar: z.string(), ...stateOfSession }).meta({ id: 'SessionStateView' });
export type SessionStateView = z.output<typeof sessionStateView>;
