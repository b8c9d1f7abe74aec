import { Module, type OnModuleInit } from '@nestjs/common';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { WalletChallenges } from './wallet-challenges.js';
import { WalletController } from './wallet.controller.js';
import { WalletService } from './wallet.service.js';

@Module({
  controllers: [WalletController],
  providers: [WalletChallenges, WalletService],
})
export class WalletModule implements OnModuleInit {
  constructor(
    private readonly holdings: PersonalDataHandlers,
    private readonly challenges: WalletChallenges,
  ) {}

  onModuleInit(): void {
    this.holdings.register(this.challenges.holding);
  }
}
