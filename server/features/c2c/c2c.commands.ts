import type { Sealed } from '../../core/person.js';
import type { PolicyVersion } from '../../core/policy.js';
import type { Refusal } from '../../core/refusal.js';
import type { C2cRules, Wanted } from './c2c.rules.js';

export interface PlaceC2c extends Wanted {
  readonly orderId: string;
  readonly reference: string;
  readonly userId: string;
  readonly ownerId: string;
  readonly policy: PolicyVersion<C2cRules>;
}

/** `problem`: what is wrong with the form. It travels along, so that an order that is over says so first, and a repeat gets the first answer. */
export interface RemitC2c {
  readonly orderId: string;
  readonly userId: string;
  readonly sealedPayer: Sealed | null;
  readonly voucher: string;
  readonly problem: Refusal | null;
}

export interface AppealC2c {
  readonly orderId: string;
  readonly userId: string;
  readonly sealedText: Sealed | null;
}

/** Due at the end of a round; an order that went on meanwhile stays as it is. */
export interface ExpireC2c {
  readonly orderId: string;
  readonly userId: string;
  readonly round: number;
}

export interface ReinstateC2c {
  readonly orderId: string;
  readonly userId: string;
  readonly staffId: string;
  /** The round that will run: names the review that may open with it. */
  readonly round: number;
}
