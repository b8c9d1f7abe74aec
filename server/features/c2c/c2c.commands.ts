import { z } from 'zod';
import { chatSide } from '../../../contracts/chat.contract.js';
import type { C2cStatus } from '../../../contracts/c2c.contract.js';
import { policySchemas } from '../../../contracts/policy.contract.js';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { instant, policyVersion, refusal, sealed } from '../../core/command-schemas.js';

export interface C2cAnswer {
  readonly orderId: string;
  readonly status: C2cStatus;
}
interface PlacedAnswer {
  readonly orderId: string;
  readonly reference: string;
  readonly expiresAt: number;
}

const index = z.object({ price: z.string(), at: instant, opensAt: instant.nullable() });

const placeC2c = z.object({
  orderId: z.string(),
  reference: z.string(),
  userId: z.string(),
  ownerId: z.string(),
  currency: z.string(),
  amount: z.string(),
  shownPrice: z.string(),
  index: z.union([index, refusal]),
  policy: policyVersion(policySchemas['c2c.rules']),
});

export class PlaceC2c extends HouseCommand<DataOf<typeof placeC2c>, PlacedAnswer> {
  static readonly type = 'PlaceC2c';
  static readonly schema = placeC2c;
}

const remitC2c = z.object({
  orderId: z.string(),
  userId: z.string(),
  sealedPayer: sealed.nullable(),
  paymentProof: z.string(),
  /**
   * What is wrong with the form. It travels along, so that the order's end is refused first, and a repeat gets the first answer.
   */
  problem: refusal.nullable(),
});

export class RemitC2c extends HouseCommand<DataOf<typeof remitC2c>, C2cAnswer> {
  static readonly type = 'RemitC2c';
  static readonly schema = remitC2c;
}

const appealC2c = z.object({ orderId: z.string(), userId: z.string(), sealedText: sealed.nullable() });

export class AppealC2c extends HouseCommand<DataOf<typeof appealC2c>, C2cAnswer> {
  static readonly type = 'AppealC2c';
  static readonly schema = appealC2c;
}

const expireC2c = z.object({ orderId: z.string(), userId: z.string(), round: z.int() });

/** Due at the end of a round; an order that went on meanwhile stays as it is. */
export class ExpireC2c extends HouseCommand<DataOf<typeof expireC2c>, null> {
  static readonly type = 'ExpireC2c';
  static readonly schema = expireC2c;
}

const reinstateC2c = z.object({
  orderId: z.string(),
  userId: z.string(),
  staffId: z.string(),
  /** The round that will run: names the review that may open with it. */
  round: z.int(),
});

export class ReinstateC2c extends HouseCommand<DataOf<typeof reinstateC2c>, C2cAnswer> {
  static readonly type = 'ReinstateC2c';
  static readonly schema = reinstateC2c;
}

const sendC2cMessage = z.object({
  orderId: z.string(),
  userId: z.string(),
  messageId: z.string(),
  from: chatSide,
  staffId: z.string().nullable(),
  /** `null` when nothing was written. */
  sealedText: sealed.nullable(),
  imageId: z.string().nullable(),
});

export class SendC2cMessage extends HouseCommand<DataOf<typeof sendC2cMessage>, { messageId: string }> {
  static readonly type = 'SendC2cMessage';
  static readonly schema = sendC2cMessage;
}

const readC2cMessages = z.object({ orderId: z.string(), userId: z.string(), by: chatSide });

export class ReadC2cMessages extends HouseCommand<DataOf<typeof readC2cMessages>, null> {
  static readonly type = 'ReadC2cMessages';
  static readonly schema = readC2cMessages;
}
