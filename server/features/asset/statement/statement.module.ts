import { Module } from '@nestjs/common';
import type { Clock } from '../../../core/clock.js';
import type { SecurityCards } from '../../../core/security-card.js';
import { CLOCK, SECURITY_CARDS, VERIFICATION_LEVELS } from '../../../core/tokens.js';
import type { VerificationLevels } from '../../../core/verification.js';
import { AssetModule } from '../asset.module.js';
import { BalanceHistory } from '../balance-history.js';
import { OwnerChanges } from '../performance/owner-changes.js';
import { Valuation } from '../valuation.js';
import { StatementController } from './statement.controller.js';
import { StatementHolder } from './statement-holder.js';
import { StatementResults } from './statement-result.js';
import { StatementQuery } from './statement.query.js';

@Module({
  imports: [AssetModule],
  controllers: [StatementController],
  providers: [
    {
      provide: StatementHolder,
      inject: [VERIFICATION_LEVELS, SECURITY_CARDS],
      useFactory: (levels: VerificationLevels, cards: SecurityCards) => new StatementHolder(levels, cards),
    },
    {
      provide: StatementResults,
      inject: [OwnerChanges, Valuation],
      useFactory: (changes: OwnerChanges, valuation: Valuation) => new StatementResults(changes, valuation),
    },
    {
      provide: StatementQuery,
      inject: [BalanceHistory, StatementResults, CLOCK],
      useFactory: (history: BalanceHistory, results: StatementResults, clock: Clock) =>
        new StatementQuery(history, results, clock),
    },
  ],
})
export class StatementModule {}
