import { z } from 'zod';
import { CREDIT_CAUSES, CREDIT_PROOFS } from '../../../contracts/credit.contract.js';
import { policySchemas } from '../../../contracts/policy.contract.js';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { policyVersion, refusal } from '../../core/command-schemas.js';

interface CreditAnswer {
  readonly requestId: string;
}

const countCreditCause = z.object({
  userId: z.string(),
  cause: z.enum(CREDIT_CAUSES),
  /** Distinguishes several of one cause: a loan's id; else `null`. */
  ref: z.string().nullable(),
  policy: policyVersion(policySchemas['credit.rules']),
});

/** Something happened that the published formula counts. */
export class CountCreditCause extends HouseCommand<DataOf<typeof countCreditCause>, null> {
  static readonly type = 'CountCreditCause';
  static readonly schema = countCreditCause;
}

const submitCreditProof = z.object({
  userId: z.string(),
  requestId: z.string(),
  proof: z.enum(CREDIT_PROOFS),
  images: z.array(z.string()).readonly(),
  /** What is wrong with the images. It travels with the command, so that a repeat gets the first answer and not that they are used. */
  problem: refusal.nullable(),
});

export class SubmitCreditProof extends HouseCommand<DataOf<typeof submitCreditProof>, CreditAnswer> {
  static readonly type = 'SubmitCreditProof';
  static readonly schema = submitCreditProof;
}
