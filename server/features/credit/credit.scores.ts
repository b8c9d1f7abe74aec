import { Injectable } from '@nestjs/common';
import { pointsOf, type CreditRules } from '../../../contracts/credit.contract.js';
import type { CreditScores, CreditStanding } from '../../core/ports/credit-scores.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { scoreAndStart } from './credit.decider.js';
import { CreditReader } from './credit.query.js';

/** The score as loans read it. */
@Injectable()
export class CreditStandings implements CreditScores {
  constructor(
    private readonly reader: CreditReader,
    private readonly policies: PolicySource<{ 'credit.rules': CreditRules }>,
  ) {}

  async of(userId: string): Promise<CreditStanding> {
    const { values } = this.policies.inForce('credit.rules');
    const { score } = scoreAndStart(await this.reader.state(userId), values);
    const { floor, ceiling } = values;
    const overduePoints = -pointsOf('loanOverdue', values);
    return { score, floor, ceiling, repaidPoints: pointsOf('loanRepaid', values), overduePoints };
  }
}
