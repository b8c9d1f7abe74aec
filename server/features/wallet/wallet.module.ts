import type { AddressInfo, Server } from 'node:net';
import { Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ServerConfig } from '../../config/config.js';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { LoginDesk } from '../../core/ports/login-desk.js';
import { SessionEnds } from '../../core/ports/logins.js';
import { PersonalHoldings } from '../../core/ports/personal-holdings.js';
import { Vault } from '../../core/ports/vault.js';
import { StepUp } from '../../core/ports/step-up.js';
import { WalletChallenges } from './wallet-challenges.js';
import { WalletController } from './wallet.controller.js';
import { WalletService } from './wallet.service.js';

@Module({
  controllers: [WalletController],
  providers: [
    WalletChallenges,
    {
      provide: WalletService,
      inject: [WalletChallenges, LoginDesk, Commands, Vault, StepUp, SessionEnds, Clock, ServerConfig, HttpAdapterHost],
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
    private readonly holdings: PersonalHoldings,
    private readonly challenges: WalletChallenges,
  ) {}

  onModuleInit(): void {
    this.holdings.register(this.challenges.holding);
  }
}
