import { Module, type BeforeApplicationShutdown, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { Vault } from '../../core/ports/vault.js';
import { refuse } from '../../core/refusal.js';
import { RiskSignals } from '../../core/ports/risk-signals.js';
import { ReviewKinds } from '../../review/review-kind.js';
import { DepositChannels } from './deposit.channels.js';
import { DepositController } from './deposit.controller.js';
import { DepositQuery } from './deposit.query.js';
import { DepositReader } from './deposit.reader.js';
import { depositReview } from './deposit.review.js';
import { DepositService } from './deposit.service.js';
import { DepositNotes, DepositWatcher } from './deposit.watcher.js';

/** Deposits: own addresses, what the networks show of them, and proofs of what they do not. */
@Module({
  controllers: [DepositController],
  providers: [DepositChannels, DepositReader, DepositQuery, DepositNotes, DepositWatcher, DepositService],
})
export class DepositModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly kinds: ReviewKinds,
    private readonly holdings: PersonalDataHandlers,
    private readonly signals: RiskSignals,
    private readonly vault: Vault,
    private readonly channels: DepositChannels,
    private readonly reader: DepositReader,
    private readonly notes: DepositNotes,
    private readonly query: DepositQuery,
    private readonly watcher: DepositWatcher,
  ) {}

  onModuleInit(): void {
    const { channels, reader, query, notes, vault, signals } = this;
    this.kinds.register(depositReview({ channels, reader, query, notes, vault, signals }));
    this.holdings.register({
      name: 'deposits',
      tables: ['deposits'],
      export: (userId) => query.export(userId),
      refusal: async (userId) => {
        const count = await query.waiting(userId);
        if (count === undefined) return refuse('request.unavailable');
        return count === 0 ? undefined : refuse('person.requests-open', { count });
      },
    });
  }

  onApplicationBootstrap(): void {
    this.watcher.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.watcher.stop();
  }
}
