import type { AddressInfo, Server } from 'node:net';
import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Pool } from 'pg';
import type { ServerConfig } from '../../config/config.js';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import type { LoginDesk } from '../../core/login-desk.js';
import type { SessionEnds } from '../../core/logins.js';
import type { PersonalHoldings, Vault } from '../../core/person.js';
import type { StepUp } from '../../core/step-up.js';
import {
  CLOCK,
  CONFIG,
  LOGIN_DESK,
  PERSONAL_HOLDINGS,
  PG_POOL,
  SESSION_ENDS,
  STEP_UP,
  VAULT,
} from '../../core/tokens.js';
import { WalletChallenges } from './wallet-challenges.js';
import { WalletController } from './wallet.controller.js';
import { WalletService } from './wallet.service.js';

@Module({
  controllers: [WalletController],
  providers: [
    {
      provide: WalletChallenges,
      inject: [PG_POOL, VAULT, CLOCK],
      useFactory: (pool: Pool, vault: Vault, clock: Clock) => new WalletChallenges(pool, vault, clock),
    },
    {
      provide: WalletService,
      inject: [WalletChallenges, LOGIN_DESK, Commands, VAULT, STEP_UP, SESSION_ENDS, CLOCK, CONFIG, HttpAdapterHost],
      useFactory: (
        challenges: WalletChallenges,
        desk: LoginDesk,
        commands: Commands,
        vault: Vault,
        stepUp: StepUp,
        sessionEnds: SessionEnds,
        clock: Clock,
        { publicUrl }: ServerConfig,
        { httpAdapter }: HttpAdapterHost,
      ) => {
        const port = () => ((httpAdapter.getHttpServer() as Server).address() as AddressInfo).port;
        return new WalletService({ challenges, desk, commands, vault, stepUp, sessionEnds, clock, publicUrl, port });
      },
    },
  ],
})
export class WalletModule implements OnModuleInit {
  constructor(
    @Inject(PERSONAL_HOLDINGS) private readonly holdings: PersonalHoldings,
    @Inject(WalletChallenges) private readonly challenges: WalletChallenges,
  ) {}

  onModuleInit(): void {
    this.holdings.register(this.challenges.holding);
  }
}
