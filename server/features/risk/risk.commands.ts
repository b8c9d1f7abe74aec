import { z } from 'zod';
import { policySchemas } from '../../../contracts/policy.contract.js';
import { DECLARATIONS } from '../../../contracts/risk.contract.js';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { policyVersion, sealed } from '../../core/command-schemas.js';

interface RiskAnswer {
  readonly assessmentId: string;
}

const assessRisk = z.object({
  userId: z.string(),
  assessmentId: z.string(),
  /** What the answers come to by the rules. They themselves are personal, and commands stay in the history. */
  score: z.int(),
  /** The lines of the calculation as JSON, sealed under `risk.answers`. */
  sealedAnswers: sealed,
  declared: z.array(z.enum(DECLARATIONS)).readonly(),
  policy: policyVersion(policySchemas['risk.scores']),
});

export class AssessRisk extends HouseCommand<DataOf<typeof assessRisk>, RiskAnswer> {
  static readonly type = 'AssessRisk';
  static readonly schema = assessRisk;
}

const expireRisk = z.object({ userId: z.string(), assessmentId: z.string() });

/** Sent by the timer; it means this assessment, and none after it. */
export class ExpireRisk extends HouseCommand<DataOf<typeof expireRisk>, null> {
  static readonly type = 'ExpireRisk';
  static readonly schema = expireRisk;
}
