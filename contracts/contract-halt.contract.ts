import { z } from 'zod';
import { commonFields } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const contractHaltRefusals = {
  /** Two of the staff stopped its trading; its page says why. */
  'halt.trading-halted': { status: 200 },
  /** Two of the staff settled it: every position was closed. */
  'halt.contract-settled': { status: 200 },
  'halt.not-found': { status: 404 },
  'halt.reason-missing': { status: 422, field: 'publicReason' },
  'halt.already-halted': { status: 409, field: 'change' },
  'halt.not-halted': { status: 409, field: 'change' },
  'halt.settled': { status: 409, field: 'symbol' },
  'halt.other-proposal': { status: 409, field: 'symbol' },
  'halt.own-proposal': { status: 403 },
  'halt.not-your-proposal': { status: 403 },
  'halt.decided': { status: 409 },
  /** Its index has not been open for thirty minutes before the halt. */
  'halt.no-price': { status: 409 },
} as const satisfies Record<string, RefusalRule>;

/** `settle`: of a halted contract. Positions close at the average index of the last thirty open minutes before the halt. */
export const HALT_CHANGES = ['halt', 'resume', 'settle'] as const;
export type HaltChange = (typeof HALT_CHANGES)[number];

/** What users read of a halt, each in their own language. */
export const HALT_REASONS = ['index', 'disorder', 'technical', 'authority'] as const;
export type HaltReason = (typeof HALT_REASONS)[number];

export const HALT_STATUSES = ['proposed', 'approved', 'rejected', 'withdrawn'] as const;
export type HaltStatus = (typeof HALT_STATUSES)[number];

const symbol = z.string().min(2).max(24);
const reason = z.string().trim().min(10).max(500);
const proposalId = z.string().min(1).max(64);

export const proposeHaltBody = z.strictObject({
  ...commonFields,
  symbol,
  change: z.enum(HALT_CHANGES),
  /** Of a halt: what users read. */
  publicReason: z.enum(HALT_REASONS).optional(),
  reason,
});
export const approveHaltBody = z.strictObject({ ...commonFields, symbol, proposalId });
export const endHaltBody = z.strictObject({ ...commonFields, symbol, proposalId, reason });

export const haltChanged = z
  .object({ symbol: z.string(), proposalId: z.string() })
  .meta({ id: 'HaltChanged', description: 'The proposal about a contract that staff decided on.' });
export type HaltChanged = z.output<typeof haltChanged>;

/** `/staff/contract-halts`. Absent texts are '' and absent instants 0. */
export const staffHaltRow = z
  .object({
    id: z.string(),
    symbol: z.string(),
    change: z.enum(HALT_CHANGES),
    publicReason: z.string(),
    reason: z.string(),
    status: z.enum(HALT_STATUSES),
    proposedAt: z.number(),
    proposedBy: z.string(),
    proposedByName: z.string(),
    decidedAt: z.number(),
    decidedBy: z.string(),
    decidedByName: z.string(),
    decision: z.string().describe('Why it was rejected or withdrawn.'),
    price: z
      .string()
      .nullable()
      .describe('What positions are settled at, in the quote asset; `null` but for a settlement.'),
    position: z.number(),
  })
  .meta({ id: 'StaffHaltRow', description: 'A proposal to halt, resume or settle a contract, and who decided what.' });
export type StaffHaltRow = z.output<typeof staffHaltRow>;

/** Why nobody trades a contract, for everybody. */
export const contractHaltView = z
  .object({
    reason: z.enum(HALT_REASONS),
    haltedAt: z.number(),
    settlementPrice: z.string().nullable().describe('What positions were settled at; `null` while it may resume.'),
  })
  .meta({
    id: 'HaltView',
    description: 'A contract in which trading is halted, or that was settled after that.',
  });
export type ContractHaltView = z.output<typeof contractHaltView>;
