import { z } from 'zod';
import { ACTION_KINDS, EARNINGS_SESSIONS, type ActionChanged } from '../../../contracts/corporate-action.contract.js';
import { policySchemas } from '../../../contracts/policy.contract.js';
import { HouseCommand, type BodyOf, type DataOf } from '../../core/command.js';
import { instant, policyVersion } from '../../core/command-schemas.js';

const rules = policyVersion(policySchemas['action.rules']);
export type ActionPolicy = DataOf<typeof rules>;

const ofAction = z.object({ symbol: z.string(), actionId: z.string() });
const byStaff = ofAction.extend({ staffId: z.string(), policy: rules });

const proposeAction = byStaff.extend({
  base: z.string(),
  quote: z.string(),
  kind: z.enum(ACTION_KINDS),
  date: z.string(),
  dueAt: instant,
  session: z.enum(EARNINGS_SESSIONS).nullable(),
  perShare: z.string().nullable(),
  newShares: z.int().nullable(),
  oldShares: z.int().nullable(),
  reason: z.string(),
  /** The last price, in the quote asset. */
  price: z.string(),
  tick: z.string(),
});

export class ProposeCorporateAction extends HouseCommand<DataOf<typeof proposeAction>, ActionChanged> {
  static readonly type = 'ProposeCorporateAction';
  static readonly schema = proposeAction;
}

const approveAction = byStaff.extend({ price: z.string(), tick: z.string() });

/** Announces what another member proposed. */
export class ApproveCorporateAction extends HouseCommand<DataOf<typeof approveAction>, ActionChanged> {
  static readonly type = 'ApproveCorporateAction';
  static readonly schema = approveAction;
}

const endAction = byStaff.extend({ reason: z.string() });

export class RejectCorporateAction extends HouseCommand<DataOf<typeof endAction>, ActionChanged> {
  static readonly type = 'RejectCorporateAction';
  static readonly schema = endAction;
}

export class WithdrawCorporateAction extends HouseCommand<DataOf<typeof endAction>, ActionChanged> {
  static readonly type = 'WithdrawCorporateAction';
  static readonly schema = endAction;
}

/** By a timer, shortly before the open of the ex-date. */
export class EffectCorporateAction extends HouseCommand<DataOf<typeof ofAction>, null> {
  static readonly type = 'EffectCorporateAction';
  static readonly schema = ofAction;
}

const settleAction = ofAction.extend({ holders: z.int(), paid: z.string() });

export class SettleCorporateAction extends HouseCommand<DataOf<typeof settleAction>, null> {
  static readonly type = 'SettleCorporateAction';
  static readonly schema = settleAction;
}

export type ActionCommand = BodyOf<
  | typeof ProposeCorporateAction
  | typeof ApproveCorporateAction
  | typeof RejectCorporateAction
  | typeof WithdrawCorporateAction
  | typeof SettleCorporateAction
>;
