import { z } from 'zod';
import { ALERT_KINDS, ALERT_REPEATS, type AlertSetView } from '../../../contracts/alert.contract.js';
import { policySchemas } from '../../../contracts/policy.contract.js';
import { HouseCommand, type BodyOf, type DataOf } from '../../core/command.js';
import { instant, policyVersion, sealed } from '../../core/command-schemas.js';

const rules = policySchemas['alert.rules'];
export type AlertRules = DataOf<typeof rules>;

const ofAlert = z.object({ userId: z.string(), alertId: z.string() });

/** The instrument at the command's instant: price, price 24 hours before and tick are decimal texts in the quote asset. */
const alertMarket = z.object({
  symbol: z.string(),
  last: z.string(),
  dayBefore: z.string().nullable(),
  tick: z.string(),
});

const alertTerms = z.object({
  kind: z.enum(ALERT_KINDS),
  level: z.string(),
  repeat: z.enum(ALERT_REPEATS),
  pauseMinutes: z.int(),
  endsAt: instant,
  email: z.boolean(),
  sealedNote: sealed.nullable(),
});

const setAlert = ofAlert.extend({
  ownerId: z.string(),
  market: alertMarket,
  terms: alertTerms,
  policy: policyVersion(rules),
});

type AlertAnswer = Omit<AlertSetView, 'position'>;

export class SetAlert extends HouseCommand<DataOf<typeof setAlert>, AlertAnswer> {
  static readonly type = 'SetAlert';
  static readonly schema = setAlert;
}

export class ChangeAlert extends HouseCommand<DataOf<typeof setAlert>, AlertAnswer> {
  static readonly type = 'ChangeAlert';
  static readonly schema = setAlert;
}

const ofOwner = ofAlert.extend({ ownerId: z.string() });
const pauseAlert = ofOwner.extend({ paused: z.boolean() });

export class PauseAlert extends HouseCommand<DataOf<typeof pauseAlert>, null> {
  static readonly type = 'PauseAlert';
  static readonly schema = pauseAlert;
}

export class RemoveAlert extends HouseCommand<DataOf<typeof ofAlert>, null> {
  static readonly type = 'RemoveAlert';
  static readonly schema = ofAlert;
}

/** What the watcher found in the public candles. `round`: of the alert as it was watched; another one changes nothing. */
const triggerAlert = ofAlert.extend({
  round: z.int(),
  direction: z.enum(['up', 'down']),
  price: z.string(),
  reachedAt: instant,
  from: z.string().nullable(),
  change: z.string().nullable(),
  /** Letters to one person in 24 hours, as the policy in force has it. */
  emailsPerDayMax: z.int(),
});

export class TriggerAlert extends HouseCommand<DataOf<typeof triggerAlert>, null> {
  static readonly type = 'TriggerAlert';
  static readonly schema = triggerAlert;
}

const splitAlert = ofAlert.extend({
  newShares: z.int(),
  oldShares: z.int(),
  /** In the quote asset. */
  tickSize: z.string(),
  effectiveAt: instant,
  /** What the watcher saw before the split, and in which round; `null` where it watches none. */
  standing: z.object({ round: z.int(), armed: z.boolean(), side: z.enum(['up', 'down']) }).nullable(),
});

/** Divides the level by a split of the instrument, if it was set before the split took effect. */
export class SplitAlert extends HouseCommand<DataOf<typeof splitAlert>, null> {
  static readonly type = 'SplitAlert';
  static readonly schema = splitAlert;
}

const endAlert = ofAlert.extend({ reason: z.enum(['date', 'delisted']) });

/** Sent once the candles up to its end have been looked at. */
export class EndAlert extends HouseCommand<DataOf<typeof endAlert>, null> {
  static readonly type = 'EndAlert';
  static readonly schema = endAlert;
}

const endAlerts = z.object({ userId: z.string() });

/** All of an account that is over. */
export class EndAlerts extends HouseCommand<DataOf<typeof endAlerts>, null> {
  static readonly type = 'EndAlerts';
  static readonly schema = endAlerts;
}

export type AlertCommand = BodyOf<
  | typeof SetAlert
  | typeof ChangeAlert
  | typeof PauseAlert
  | typeof RemoveAlert
  | typeof TriggerAlert
  | typeof SplitAlert
  | typeof EndAlert
  | typeof EndAlerts
>;
