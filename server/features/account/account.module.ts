import { Global, Inject, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { AccountGate } from '../../core/account-gate.js';
import type { Clock } from '../../core/clock.js';
import type { CommandPort, StreamKind } from '../../core/decider.js';
import type { Ids } from '../../core/ids.js';
import type { PolicySource } from '../../core/policy.js';
import { ACCOUNT_GATE, CLOCK, COMMANDS, COMMAND_HANDLERS, EVENT_STORE, IDS, POLICY_SOURCE } from '../../core/tokens.js';
import { USER_SESSIONS } from '../../edge/http/sessions.js';
import { RateLimits } from '../../edge/http/rate-limits.js';
import type { EventStore } from '../../event-store/event-store.js';
import type { CommandHandlers } from '../../writer/command-handlers.js';
import { AccountCards } from './account-cards.js';
import { AccountController } from './account.controller.js';
import { accountKind, mayTrade } from './account.decider.js';
import { accountHandlers } from './account.handler.js';
import './account.events.js';
import { AccountService } from './account.service.js';
import { Credentials } from '../../edge/auth/credentials.js';
import { Sessions } from './sessions.js';

/** What other nouns may ask of accounts: only whether one may trade. */
export const accountGate: AccountGate = {
  stream: (userId) => [accountKind as StreamKind<unknown>, userId],
  refusal: (view, userId, ownerId, at) => mayTrade(view.state(accountKind, userId), at, ownerId),
  nationality: (state) => (state as { country?: string | null }).country ?? null,
};

@Global()
@Module({
  controllers: [AccountController],
  providers: [
    { provide: ACCOUNT_GATE, useValue: accountGate },
    { provide: AccountCards, useFactory: (store: EventStore) => new AccountCards(store), inject: [EVENT_STORE] },
    {
      provide: Sessions,
      useFactory: (store: EventStore, cards: AccountCards, policies: PolicySource<KnownPolicies>, clock: Clock) =>
        new Sessions(store.pool, cards, policies, clock),
      inject: [EVENT_STORE, AccountCards, POLICY_SOURCE, CLOCK],
    },
    { provide: USER_SESSIONS, useExisting: Sessions },
    {
      provide: Credentials,
      useFactory: (store: EventStore, policies: PolicySource<KnownPolicies>, clock: Clock) =>
        new Credentials(store.pool, policies, clock),
      inject: [EVENT_STORE, POLICY_SOURCE, CLOCK],
    },
    {
      provide: AccountService,
      useFactory: (
        commands: CommandPort,
        sessions: Sessions,
        credentials: Credentials,
        limits: RateLimits,
        policies: PolicySource<KnownPolicies>,
        clock: Clock,
        ids: Ids,
      ) => new AccountService({ commands, sessions, credentials, limits, policies, clock, ids }),
      inject: [COMMANDS, Sessions, Credentials, RateLimits, POLICY_SOURCE, CLOCK, IDS],
    },
  ],
  exports: [ACCOUNT_GATE, USER_SESSIONS, Sessions, AccountCards],
})
export class AccountModule implements OnModuleInit, OnModuleDestroy {
  constructor(
    @Inject(COMMAND_HANDLERS) private readonly handlers: CommandHandlers,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(AccountCards) private readonly cards: AccountCards,
  ) {}

  onModuleInit(): void {
    this.handlers.register(...accountHandlers);
  }

  async onModuleDestroy(): Promise<void> {
    this.cards.close();
    await this.sessions.close();
  }
}
