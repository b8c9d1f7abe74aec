import { Inject, Module, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import type { AccountGate } from './core/account-gate.js';
import type { KnownPolicies } from '../contracts/policy.contract.js';
import type { Payees } from './core/payees.js';
import type { PolicySource } from './core/policy.js';
import {
  ACCOUNT_GATE,
  COMMAND_HANDLERS,
  PAYEES,
  POLICY_SOURCE,
  REVIEW_KINDS,
  SPOT_MARKET,
  VERIFICATION_LEVELS,
  WITHDRAWAL_HOLD,
} from './core/tokens.js';
import type { VerificationLevels } from './core/verification.js';
import type { WithdrawalHold } from './core/withdrawal-hold.js';
import { allProjections, handlersOf, type Ports } from './features.js';
import type { SpotMarket } from './market/spot-market.js';
import type { ReviewKinds } from './review/review-kind.js';
import type { CommandHandlers } from './engine/writer/command-handlers.js';
import { AuditModule } from './audit/audit.module.js';
import { BankModule } from './outside/bank/bank.module.js';
import { ChainModule } from './outside/chain/chain.module.js';
import { AuthModule } from './edge/auth/auth.module.js';
import { EdgeModule, type EdgeParts } from './edge/edge.module.js';
import { EventStoreModule } from './engine/history/event-store.module.js';
import { AccountModule } from './features/account/account.module.js';
import { AssetModule } from './features/asset/asset.module.js';
import { C2cModule } from './features/c2c/c2c.module.js';
import { ContentModule } from './features/content/content.module.js';
import { IdentityModule } from './features/identity/identity.module.js';
import { CreditModule } from './features/credit/credit.module.js';
import { DepositModule } from './features/deposit/deposit.module.js';
import { MessageModule } from './features/message/message.module.js';
import { PolicyModule } from './features/policy/policy.module.js';
import { PayeeModule } from './features/payee/payee.module.js';
import { RiskModule } from './features/risk/risk.module.js';
import { SecurityModule } from './features/security/security.module.js';
import { SpotModule } from './features/spot/spot.module.js';
import { WalletModule } from './features/wallet/wallet.module.js';
import { WithdrawalModule } from './features/withdrawal/withdrawal.module.js';
import { InvitationModule } from './features/invitation/invitation.module.js';
import { LiabilityModule } from './features/liability/liability.module.js';
import { ConversionModule } from './features/conversion/conversion.module.js';
import { TransferModule } from './features/transfer/transfer.module.js';
import { UpcomingModule } from './features/upcoming/upcoming.module.js';
import { StatementModule } from './features/asset/statement/statement.module.js';
import { LiveModule } from './live.module.js';
import { MarketModule } from './market/market.module.js';
import { PersonalModule } from './features/personal/personal.module.js';
import { MessagingModule } from './outside/messaging/messaging.module.js';
import { PlatformModule, type PlatformParts } from './platform.module.js';
import { PoliciesModule } from './policies/policies.module.js';
import { ProjectionsModule } from './engine/projections/projections.module.js';
import { ReconciliationModule } from './features/reconciliation/reconciliation.module.js';
import { ReviewModule } from './review/review.module.js';
import { StaffModule } from './staff/staff.module.js';
import { WriterModule } from './engine/writer/writer.module.js';

/** The table of contents: what the server consists of. */
@Module({})
export class AppModule implements OnModuleInit {
  static with(edge: EdgeParts, platform: PlatformParts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        EdgeModule.with(edge),
        PlatformModule.with(platform),
        EventStoreModule,
        PersonalModule,
        WriterModule,
        ProjectionsModule.with(allProjections),
        PoliciesModule,
        PolicyModule,
        MessagingModule,
        BankModule,
        MarketModule,
        ChainModule,
        PayeeModule,
        AuthModule,
        AccountModule,
        InvitationModule,
        WalletModule,
        AssetModule,
        StatementModule,
        ContentModule,
        IdentityModule,
        MessageModule,
        RiskModule,
        CreditModule,
        DepositModule,
        WithdrawalModule,
        SecurityModule,
        SpotModule,
        C2cModule,
        TransferModule,
        UpcomingModule,
        ConversionModule,
        LiabilityModule,
        LiveModule,
        AuditModule,
        ReconciliationModule,
        ReviewModule,
        StaffModule,
      ],
    };
  }

  constructor(
    @Inject(COMMAND_HANDLERS) private readonly handlers: CommandHandlers,
    @Inject(ACCOUNT_GATE) private readonly gate: AccountGate,
    @Inject(VERIFICATION_LEVELS) private readonly levels: VerificationLevels,
    @Inject(PAYEES) private readonly payees: Payees,
    @Inject(WITHDRAWAL_HOLD) private readonly hold: WithdrawalHold,
    @Inject(SPOT_MARKET) private readonly market: SpotMarket,
    @Inject(REVIEW_KINDS) private readonly kinds: ReviewKinds,
    @Inject(POLICY_SOURCE) private readonly rules: PolicySource<KnownPolicies>,
  ) {}

  /** Before the writers start: they know every command there is. */
  onModuleInit(): void {
    const { gate, levels, payees, hold, market, kinds, rules } = this;
    this.handlers.register(...handlersOf({ gate, levels, payees, hold, market, kinds, rules } satisfies Ports));
  }
}
