import { z } from 'zod';
import {
  OPTION_DELIVERIES,
  OPTION_DIRECTIONS,
  optionChances,
  optionPayouts,
  type OptionView,
} from '../../../contracts/option.contract.js';
import { policySchemas, type KnownPolicies } from '../../../contracts/policy.contract.js';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { appliedPolicy, instant, policyVersion, refusal } from '../../core/command-schemas.js';

export type OptionRules = KnownPolicies['option.rules'];

const owner = { userId: z.string(), ownerId: z.string() };

/** What the market said of it when it was bought, and why it is not sold. */
const optionOffer = z.object({
  figures: z
    .object({
      at: instant,
      instrumentVersion: z.int(),
      price: z.string(),
      chances: optionChances,
      payouts: optionPayouts,
      variance: z.string(),
    })
    .nullable(),
  problem: refusal.nullable(),
});

const buyOption = z.object({
  ...owner,
  optionId: z.string(),
  symbol: z.string(),
  direction: z.enum(OPTION_DIRECTIONS),
  delivery: z.enum(OPTION_DELIVERIES),
  stake: z.string(),
  /** The payout rate that the form showed. */
  shown: z.string(),
  offer: optionOffer,
  policy: policyVersion(policySchemas['option.rules']),
  /** Of a real account; `cap` is `null` where its class has none. */
  cap: z.object({ cap: z.string().nullable(), policy: appliedPolicy }).nullable(),
});
export type Purchase = DataOf<typeof buyOption>;

export class BuyOption extends HouseCommand<Purchase, OptionView> {
  static readonly type = 'BuyOption';
  static readonly schema = buyOption;
}

const named = z.object({ ...owner, optionId: z.string() });

/** Sent by the timer: takes the entry price. */
export class EnterOption extends HouseCommand<DataOf<typeof named>, null> {
  static readonly type = 'EnterOption';
  static readonly schema = named;
}

/** Sent by the timer: compares average and entry, and pays out. However late it comes, the instants are the same. */
export class SettleOption extends HouseCommand<DataOf<typeof named>, null> {
  static readonly type = 'SettleOption';
  static readonly schema = named;
}

const owned = z.object(owner);

export class ConfirmOptionWarning extends HouseCommand<DataOf<typeof owned>, null> {
  static readonly type = 'ConfirmOptionWarning';
  static readonly schema = owned;
}

const setOptionLossLimit = z.object({ ...owner, limit: z.string().nullable() });

export class SetOptionLossLimit extends HouseCommand<DataOf<typeof setOptionLossLimit>, null> {
  static readonly type = 'SetOptionLossLimit';
  static readonly schema = setOptionLossLimit;
}

const setOptionPause = z.object({ ...owner, until: instant.nullable() });

export class SetOptionPause extends HouseCommand<DataOf<typeof setOptionPause>, null> {
  static readonly type = 'SetOptionPause';
  static readonly schema = setOptionPause;
}

/** Sent by the timer: what was asked for to take effect then. A newer setting has taken its place where `from` differs. */
const loosen = z.object({ ...owner, from: instant });

export class LoosenOptionLossLimit extends HouseCommand<DataOf<typeof loosen>, null> {
  static readonly type = 'LoosenOptionLossLimit';
  static readonly schema = loosen;
}

export class ShortenOptionPause extends HouseCommand<DataOf<typeof loosen>, null> {
  static readonly type = 'ShortenOptionPause';
  static readonly schema = loosen;
}
