import type { Server } from 'node:http';
import { Global, Module, type DynamicModule, type OnModuleInit, type Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { KnownPolicies } from '../contracts/policy.contract.js';
import { ServerConfig } from './config/config.js';
import { Clock } from './core/clock.js';
import { Ids } from './core/ids.js';
import { UnitPrices } from './core/unit-prices.js';
import { ActionPrices } from './core/ports/action-prices.js';
import { ConvertedShares } from './core/ports/converted-shares.js';
import { SplitBooks } from './core/ports/split-books.js';
import { AccountGate } from './core/ports/account-gate.js';
import { SessionEnds } from './core/ports/logins.js';
import { OpenOrders } from './core/ports/open-orders.js';
import { Payees } from './core/ports/payees.js';
import { PolicySource } from './core/ports/policy-source.js';
import { SecondFactor } from './core/ports/second-factor.js';
import { VerificationLevels } from './core/ports/verification.js';
import { OutsideBooks } from './core/ports/outside-books.js';
import { BeatSteps } from './core/ports/beat-steps.js';
import { HeldUpBooks } from './core/ports/held-up-books.js';
import { OpenDebts } from './core/ports/open-debts.js';
import { OpenPrincipal } from './core/ports/open-principal.js';
import { OwnedParts } from './core/ports/owned-parts.js';
import { ContractFacts } from './core/ports/contract-facts.js';
import { CustodyRates } from './core/ports/custody-rates.js';
import { DueDividends } from './core/ports/due-dividends.js';
import { FundPrices } from './core/ports/fund-prices.js';
import { InvestmentCaps } from './core/ports/investment-caps.js';
import { InvitationFees } from './core/ports/invitation-fees.js';
import { NewCoinMarket } from './core/ports/new-coin-market.js';
import { OptionPrices } from './core/ports/option-prices.js';
import { VoucherDates } from './core/ports/voucher-dates.js';
import { WithdrawalHold } from './core/ports/withdrawal-hold.js';
import { AuthModule } from './edge/auth/auth.module.js';
import type { EdgeConfig } from './edge/edge-config.js';
import { EdgeModule, openEdge, type EdgeParts } from './edge/edge.module.js';
import type { CallServer } from './edge/http/call.js';
import { takeCspReports } from './edge/http/csp-reports.js';
import { Edge } from './edge/http/edge.js';
import { Failures } from './edge/http/failures.js';
import { KnownPaths } from './edge/http/known-paths.js';
import { serveScreens } from './edge/http/screens.js';
import { openHttp } from './edge/http/server.js';
import { UserSessions } from './edge/http/sessions.js';
import { NestLog } from './edge/logging.js';
import { serveDocs } from './edge/openapi/docs.js';
import { AccountLive } from './edge/socket/account-live.js';
import { SocketAdapter } from './edge/socket/socket-adapter.js';
import { EventStoreModule } from './engine/history/event-store.module.js';
import { ProjectionsModule } from './engine/projections/projections.module.js';
import { ReactionsModule } from './engine/reactions/reactions.module.js';
import { ReactionRunner } from './engine/reactions/runner.js';
import { Writers } from './engine/writer/writers.js';
import { CommandHandlers } from './engine/writer/command-handlers.js';
import { WriterModule } from './engine/writer/writer.module.js';
import { MarketModule } from './market/market.module.js';
import { BookMarket } from './market/book-market.js';
import { TradingModule } from './trading/trading.module.js';
import { BankModule } from './outside/bank/bank.module.js';
import { ChainModule } from './outside/chain/chain.module.js';
import { MessagingModule } from './outside/messaging/messaging.module.js';
import { ReviewKinds } from './review/review-kind.js';
import { ReviewModule } from './review/review.module.js';
import { loginPassword } from './features/account/account.handler.js';
import { StatementModule } from './features/asset/statement/statement.module.js';
import { PersonalModule } from './features/personal/personal.module.js';
import { PolicyModule } from './features/policy/policy.module.js';
import { proofGuard } from './features/security/security.handler.js';
import {
  bookKinds,
  allProjections,
  declarationOf,
  handlersOf,
  modules,
  outsideBooks,
  reactionsOf,
  notificationPorts,
  openDebts,
  openPrincipal,
  ownedOf,
  type Ports,
} from './features.js';
import { StaffModule } from './staff/staff.module.js';
import { AuditModule } from './audit/audit.module.js';

export interface AppOptions {
  edge: EdgeConfig;
  /** What the edge is made of, where it is there before the app. */
  parts?: EdgeParts;
  config: ServerConfig;
  clock: Clock;
  ids: Ids;
  log: Logger;
}

const nouns = await modules();

/** The table of contents: what the server consists of. The nouns stand in `features.ts`. */
@Module({})
export class AppModule implements OnModuleInit {
  static with(edge: EdgeParts, { config, clock, ids }: AppOptions): DynamicModule {
    const given: Provider[] = [
      { provide: ServerConfig, useValue: config },
      { provide: Clock, useValue: clock },
      { provide: Ids, useValue: ids },
      { provide: OutsideBooks, useValue: outsideBooks },
      { provide: OpenPrincipal, useValue: openPrincipal },
      { provide: OpenDebts, useValue: openDebts },
      { provide: OwnedParts, useValue: new OwnedParts() },
      { provide: BeatSteps, useValue: new BeatSteps() },
      { provide: HeldUpBooks, useValue: new HeldUpBooks() },
      { provide: UnitPrices, useValue: new UnitPrices() },
    ];
    return {
      module: AppModule,
      providers: [AccountLive],
      imports: [
        EdgeModule.with(edge),
        { module: GivenModule, providers: given, exports: given },
        EventStoreModule,
        PersonalModule,
        WriterModule,
        ProjectionsModule.with(allProjections),
        ReactionsModule,
        PolicyModule,
        MessagingModule,
        BankModule,
        MarketModule,
        TradingModule.with(bookKinds),
        ChainModule,
        AuthModule,
        ...nouns,
        StatementModule,
        AuditModule,
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
    private readonly market: BookMarket,
    private readonly optionPrices: OptionPrices,
    private readonly custodyRates: CustodyRates,
    private readonly fundPrices: FundPrices,
    private readonly caps: InvestmentCaps,
    private readonly newCoins: NewCoinMarket,
    private readonly voucherDates: VoucherDates,
    private readonly invitationFees: InvitationFees,
    private readonly dividends: DueDividends,
    private readonly contractFacts: ContractFacts,
    private readonly actionPrices: ActionPrices,
    private readonly splitBooks: SplitBooks,
    private readonly convertedShares: ConvertedShares,
    private readonly kinds: ReviewKinds,
    private readonly rules: PolicySource<KnownPolicies>,
    private readonly orders: OpenOrders,
    private readonly factors: SecondFactor,
    private readonly sessions: SessionEnds,
    private readonly reactions: ReactionRunner,
    private readonly live: AccountLive,
    private readonly writers: Writers,
    private readonly owned: OwnedParts,
  ) {}

  /** Before the writers start: they know every command there is, and reactions follow from the first event on. */
  onModuleInit(): void {
    const { gate, levels, payees, hold, market, actionPrices, splitBooks, kinds, rules, orders } = this;
    const { factors, sessions, convertedShares, optionPrices, custodyRates, voucherDates, invitationFees } = this;
    const { contractFacts, fundPrices, caps, newCoins, writers, dividends } = this;
    const ports: Ports = {
      gate,
      levels,
      payees,
      hold,
      market,
      actionPrices,
      splitBooks,
      convertedShares,
      optionPrices,
      custodyRates,
      fundPrices,
      caps,
      newCoins,
      voucherDates,
      invitationFees,
      dividends,
      contractFacts,
      principal: openPrincipal,
      debts: openDebts,
      kinds,
      rules,
      orders,
      factors,
      sessions,
      writers,
      ...notificationPorts,
    };
    this.handlers.register(...handlersOf(ports));
    this.handlers.guardProofBy(proofGuard(loginPassword));
    this.reactions.register(...reactionsOf(ports));
    this.owned.register(...ownedOf(ports));
    this.live.follow(declarationOf);
  }
}

/** The settings, and where time and chance come from. */
@Global()
@Module({})
class GivenModule {}

const OTHER_PATHS = ['docs', 'docs/json', 'metrics', 'health/live', 'health/ready'].map((path) => ({
  method: 'GET',
  path,
}));

/** The whole server, put together and initialised but not listening yet. */
export async function createApp(options: AppOptions): Promise<NestFastifyApplication> {
  const { log, clock, ids } = options;
  const parts = options.parts ?? openEdge(options.edge, log);
  const adapter = openHttp({ ...parts, clock, ids });
  const module = AppModule.with(parts, options);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    logger: new NestLog(log),
    abortOnError: false,
  });
  const server = adapter.getInstance<FastifyInstance>();
  server.decorate('edge', app.get<Edge>(Edge, { strict: false }) as CallServer);
  app.useGlobalFilters(new Failures(parts.envelopes, new KnownPaths(OTHER_PATHS), options.edge.limits, log));
  parts.health.serve(server);
  parts.metrics.serve(server);
  serveDocs(server);
  await takeCspReports(server, parts.metrics, log);
  await serveScreens(server, options.edge);
  const sessions = app.get<UserSessions>(UserSessions, { strict: false });
  app.useWebSocketAdapter(new SocketAdapter(app.getHttpServer() as Server, options.edge, sessions, clock));
  server.addHook('preClose', (done) => {
    parts.limits.close();
    done();
  });
  try {
    await app.init();
  } catch (error) {
    // What has started already must not work on beside the next try.
    await app.close();
    throw error;
  }
  return app;
}
