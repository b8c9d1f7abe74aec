import { z } from 'zod';
import { HouseCommand, type DataOf } from '../../../core/command.js';
import { feeTerms, marginTerms } from '../../../trading/venue/order.commands.js';
import type { LiquidationStep } from './liquidation.rules.js';

const policy = z.object({ name: z.string(), version: z.int() });

/** What the insurance fund may pay, from the policy in force. Amounts in USDT. */
const insuranceTerms = z.object({ policy, openingUsdt: z.string(), eventMaxUsdt: z.string() });

/** A position, the beat whose market decides about it, and the terms that it is judged by. */
const judged = z.object({
  userId: z.string(),
  ownerId: z.string(),
  symbol: z.string(),
  side: z.enum(['long', 'short']),
  beat: z.int(),
  margin: marginTerms,
  /** What its closing costs. */
  fees: feeTerms,
  rules: z.object({ policy, liquidationBand: z.string(), warningAt: z.string() }),
});
export type Judged = DataOf<typeof judged>;

const liquidatePosition = judged.extend({
  /** Of the order that reduces the position, where one is needed. */
  orderId: z.string(),
  insurance: insuranceTerms,
});

export interface LiquidationAnswer {
  /** `none`: it is safe, or there is nothing. After `cancel-orders` and `reduce` it is looked at again. */
  readonly step: LiquidationStep['type'];
}

/** The next step of a liquidation; sent by the market runtime alone. It does nothing to a position that is safe at the beat. */
export class LiquidatePosition extends HouseCommand<DataOf<typeof liquidatePosition>, LiquidationAnswer> {
  static readonly type = 'LiquidatePosition';
  static readonly schema = liquidatePosition;
}

/** Tells the owner of a position that its liquidation is near; nothing where it is not, or where they know. */
export class WarnPosition extends HouseCommand<Judged, null> {
  static readonly type = 'WarnPosition';
  static readonly schema = judged;
}

/** Tells the owner of a position that its margin will not cover the gap of the next close; once for each close. */
export class WarnOfGap extends HouseCommand<Judged, null> {
  static readonly type = 'WarnOfGap';
  static readonly schema = judged;
}

const warnOfBrackets = judged.extend({
  /** Of the coming table that it is judged by. */
  version: z.int(),
  /** While no order is taken: the mark price of before. `null`: the beat has one. */
  shutMark: z.string().nullable(),
});

/** Tells the owner of a position that a coming table of brackets will liquidate it; once for each table. */
export class WarnOfBrackets extends HouseCommand<DataOf<typeof warnOfBrackets>, null> {
  static readonly type = 'WarnOfBrackets';
  static readonly schema = warnOfBrackets;
}

const grantInsurance = z.object({ realm: z.string(), insurance: insuranceTerms });

/** Gives the insurance fund what the policy says, less what it was given before. */
export class GrantInsuranceFund extends HouseCommand<DataOf<typeof grantInsurance>, null> {
  static readonly type = 'GrantInsuranceFund';
  static readonly schema = grantInsurance;
}

export type InsuranceTerms = DataOf<typeof insuranceTerms>;
