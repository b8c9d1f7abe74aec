import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import type { Ids } from '../../core/ids.js';
import type { IndexPrices } from '../../core/index-prices.js';
import type { Vault } from '../../core/person.js';
import type { PolicySource } from '../../core/policy.js';
import { CLOCK, IDS, INDEX_PRICES, PG_POOL, POLICY_SOURCE, TRADE_GATE, VAULT } from '../../core/tokens.js';
import type { TradeGate } from '../../core/trade-gate.js';
import { ConversionController } from './conversion.controller.js';
import { ConversionService } from './conversion.service.js';

@Module({
  controllers: [ConversionController],
  providers: [
    {
      provide: ConversionService,
      inject: [Commands, INDEX_PRICES, POLICY_SOURCE, VAULT, TRADE_GATE, PG_POOL, CLOCK, IDS],
      useFactory: (
        commands: Commands,
        prices: IndexPrices,
        policies: PolicySource<KnownPolicies>,
        vault: Vault,
        gate: TradeGate,
        pool: Pool,
        clock: Clock,
        ids: Ids,
      ) => new ConversionService({ commands, prices, policies, vault, gate, pool, clock, ids }),
    },
  ],
})
export class ConversionModule {}
