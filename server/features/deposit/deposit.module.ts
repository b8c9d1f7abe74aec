import {
  Inject,
  Logger,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import type { Pool } from 'pg';
import type { SimulatedChain } from '../../core/chain.js';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import type { Ids } from '../../core/ids.js';
import type { PersonalHoldings, Vault } from '../../core/person.js';
import type { PrivateImages } from '../../core/private-images.js';
import { refuse } from '../../core/refusal.js';
import type { RiskSigns } from '../../core/risk-signs.js';
import {
  CHAIN,
  CLOCK,
  EVENT_STORE,
  IDS,
  PERSONAL_HOLDINGS,
  PG_POOL,
  POLICY_SOURCE,
  PRIVATE_IMAGES,
  REVIEW_KINDS,
  RISK_SIGNS,
  VAULT,
  PRICE_SOURCE,
} from '../../core/tokens.js';
import { Messages } from '../../edge/http/messages.js';
import type { EventStore } from '../../engine/history/event-store.js';
import { PROJECTIONS, type ProjectionRunner } from '../../engine/projections/runner.js';
import type { ReviewKinds } from '../../review/review-kind.js';
import type { PriceSource } from '../../core/price-source.js';
import { DepositChannels, type DepositPolicies } from './deposit.channels.js';
import { DepositController } from './deposit.controller.js';
import { DepositQuery } from './deposit.query.js';
import { DepositReader } from './deposit.reader.js';
import { depositReview } from './deposit.review.js';
import { DepositService } from './deposit.service.js';
import { DepositNotes, DepositWatcher } from './deposit.watcher.js';

/** Deposits: own addresses, what the networks show of them, and proofs of what they do not. */
@Module({
  controllers: [DepositController],
  providers: [
    {
      provide: DepositChannels,
      inject: [CHAIN, POLICY_SOURCE, PRICE_SOURCE],
      useFactory: (chain: SimulatedChain, policies: DepositPolicies, prices: PriceSource) =>
        new DepositChannels(chain, policies, prices),
    },
    {
      provide: DepositReader,
      inject: [EVENT_STORE, CHAIN],
      useFactory: (store: EventStore, chain: SimulatedChain) => new DepositReader(store, chain),
    },
    {
      provide: DepositQuery,
      inject: [PG_POOL, PROJECTIONS, VAULT, Messages],
      useFactory: (pool: Pool, projections: ProjectionRunner, vault: Vault, texts: Messages) =>
        new DepositQuery({ pool, projections, vault, texts }),
    },
    {
      provide: DepositNotes,
      inject: [CHAIN, DepositChannels, DepositReader, Commands, CLOCK],
      useFactory: (
        chain: SimulatedChain,
        channels: DepositChannels,
        reader: DepositReader,
        commands: Commands,
        clock: Clock,
      ) => new DepositNotes({ chain, channels, reader, commands, clock }),
    },
    {
      provide: DepositWatcher,
      inject: [CHAIN, DepositNotes, PG_POOL],
      useFactory: (chain: SimulatedChain, notes: DepositNotes, pool: Pool) =>
        new DepositWatcher({ chain, notes, pool, log: new Logger('DepositWatcher') }),
    },
    {
      provide: DepositService,
      inject: [Commands, DepositChannels, DepositNotes, VAULT, PRIVATE_IMAGES, CLOCK, IDS],
      useFactory: (
        commands: Commands,
        channels: DepositChannels,
        notes: DepositNotes,
        vault: Vault,
        images: PrivateImages,
        clock: Clock,
        ids: Ids,
      ) => new DepositService({ commands, channels, notes, vault, images, clock, ids }),
    },
  ],
})
export class DepositModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    @Inject(REVIEW_KINDS) private readonly kinds: ReviewKinds,
    @Inject(PERSONAL_HOLDINGS) private readonly holdings: PersonalHoldings,
    @Inject(RISK_SIGNS) private readonly signs: RiskSigns,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(DepositChannels) private readonly channels: DepositChannels,
    @Inject(DepositReader) private readonly reader: DepositReader,
    @Inject(DepositNotes) private readonly notes: DepositNotes,
    @Inject(DepositQuery) private readonly query: DepositQuery,
    @Inject(DepositWatcher) private readonly watcher: DepositWatcher,
  ) {}

  onModuleInit(): void {
    const { channels, reader, query, notes, vault, signs } = this;
    this.kinds.register(depositReview({ channels, reader, query, notes, vault, signs }));
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
