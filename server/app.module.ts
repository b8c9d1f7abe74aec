import { Module, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import { AccountGate } from './core/ports/account-gate.js';
import type { KnownPolicies } from '../contracts/policy.contract.js';
import { SessionEnds } from './core/ports/logins.js';
import { OpenOrders } from './core/ports/open-orders.js';
import { Payees } from './core/ports/payees.js';
import { PolicySource } from './core/ports/policy-source.js';
import { SecondFactor } from './core/ports/second-factor.js';
import { VerificationLevels } from './core/ports/verification.js';
import { WithdrawalHold } from './core/ports/withdrawal-hold.js';
import { allProjections, handlersOf, reactionsOf, type Ports } from './features.js';
import { SpotMarket } from './market/spot-market.js';
import { ReviewKinds } from './review/review-kind.js';
import { CommandHandlers } from './engine/writer/command-handlers.js';
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
import { loginPassword } from './features/account/account.handler.js';
import { CreditModule } from './features/credit/credit.module.js';
import { DepositModule } from './features/deposit/deposit.module.js';
import { MessageModule } from './features/message/message.module.js';
import { PolicyModule } from './features/policy/policy.module.js';
import { PayeeModule } from './features/payee/payee.module.js';
import { RiskModule } from './features/risk/risk.module.js';
import { proofGuard } from './features/security/security.handler.js';
import { SecurityModule } from './features/security/security.module.js';
import { SpotModule } from './features/spot/spot.module.js';
import { spotKind } from './features/spot/spot.state.js';
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
import { ReactionRunner } from './engine/reactions/runner.js';
import { ReactionsModule } from './engine/reactions/reactions.module.js';
import { ProjectionsModule } from './engine/projections/projections.module.js';
import { ReconciliationModule } from './features/reconciliation/reconciliation.module.js';
import { ReviewModule } from './review/review.module.js';
import { StaffModule } from './staff/staff.module.js';
import { TradingModule } from './trading/trading.module.js';
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
        ReactionsModule,
        PolicyModule,
        MessagingModule,
        BankModule,
        MarketModule,
        TradingModule.with(spotKind),
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
    private readonly handlers: CommandHandlers,
    private readonly gate: AccountGate,
    private readonly levels: VerificationLevels,
    private readonly payees: Payees,
    private readonly hold: WithdrawalHold,
    private readonly market: SpotMarket,
    private readonly kinds: ReviewKinds,
    private readonly rules: PolicySource<KnownPolicies>,
    private readonly orders: OpenOrders,
    private readonly factors: SecondFactor,
    private readonly sessions: SessionEnds,
    private readonly reactions: ReactionRunner,
  ) {}

  /** Before the writers start: they know every command there is, and reactions follow from the first event on. */
  onModuleInit(): void {
    const { gate, levels, payees, hold, market, kinds, rules, orders, factors, sessions } = this;
    const ports: Ports = { gate, levels, payees, hold, market, kinds, rules, orders, factors, sessions };
    this.handlers.register(...handlersOf(ports));
    this.handlers.guardProofBy(proofGuard(loginPassword));
    this.reactions.register(...reactionsOf(ports));
  }
}
