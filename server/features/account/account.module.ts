import {
  Global,
  Inject,
  Module,
  type InjectionToken,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
  type Provider,
} from '@nestjs/common';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { AccountEnd } from '../../core/account-end.js';
import type { AccountGate } from '../../core/account-gate.js';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import type { StreamKind } from '../../core/decider.js';
import type { PersonalHoldings, Vault } from '../../core/person.js';
import type { PolicySource } from '../../core/policy.js';
import type { SecurityCards } from '../../core/security-card.js';
import {
  ACCOUNT_GATE,
  AGREEMENTS,
  CLOCK,
  CODES,
  EVENT_STORE,
  IDS,
  INVITATIONS,
  LOGIN_DESK,
  OUTBOX,
  PAYEES,
  PERSONAL_HOLDINGS,
  PG_POOL,
  POLICY_SOURCE,
  SECOND_FACTOR,
  SECURITY_CARDS,
  SESSION_ENDS,
  STEP_UP,
  VAULT,
} from '../../core/tokens.js';
import { Credentials } from '../../edge/auth/credentials.js';
import { KnownDevices } from '../../edge/auth/known-devices.js';
import { LoginTable } from '../../edge/auth/logins.js';
import { Passwords } from '../../edge/auth/passwords.js';
import { RateLimits } from '../../edge/http/rate-limits.js';
import { USER_SESSIONS } from '../../edge/http/sessions.js';
import { LOG } from '../../edge/logging.js';
import type { EventStore } from '../../engine/history/event-store.js';
import { OwnAccountEnd } from './account-end.js';
import { AccountCards } from './account-cards.js';
import { AccountHoldings } from './account-holdings.js';
import { AccountController } from './account.controller.js';
import { accountKind, mayTrade } from './account.decider.js';
import './account.events.js';
import { AccountService } from './account.service.js';
import { EntryController } from './entry.controller.js';
import { EntryService } from './entry.service.js';
import { FreezeController } from './freeze.controller.js';
import { FreezeService } from './freeze.service.js';
import { InfoViews } from './info-views.js';
import { AccountLoginDesk } from './login-desk.js';
import { LoginHistory } from './login-history.js';
import { PasswordFinisher, PasswordService } from './password.service.js';
import { RegistrationService } from './registration.service.js';
import { SessionViews } from './session-views.js';
import { Sessions } from './sessions.js';

/** What other nouns may ask of accounts: only whether one may trade. */
export const accountGate: AccountGate = {
  stream: (userId) => [accountKind as StreamKind<unknown>, userId],
  refusal: (view, userId, ownerId, at) => mayTrade(view.state(accountKind, userId), at, ownerId),
  nationality: (state) => (state as { country?: string | null }).country ?? null,
};

/** A service whose constructor takes one object of parts, from a token for each. */
function service<Parts extends object, Service>(
  provide: new (parts: Parts) => Service,
  tokens: { [Part in keyof Parts]: InjectionToken },
): Provider {
  const names = Object.keys(tokens) as (keyof Parts)[];
  return {
    provide,
    inject: names.map((name) => tokens[name]),
    useFactory: (...given: unknown[]) =>
      new provide(Object.fromEntries(names.map((name, index) => [name, given[index]])) as Parts),
  };
}

const providers: Provider[] = [
  { provide: ACCOUNT_GATE, useValue: accountGate },
  { provide: AccountCards, useFactory: (store: EventStore) => new AccountCards(store), inject: [EVENT_STORE] },
  {
    provide: Sessions,
    useFactory: (store: EventStore, cards: AccountCards, policies: PolicySource<KnownPolicies>, clock: Clock) =>
      new Sessions(store.pool, cards, policies, clock),
    inject: [EVENT_STORE, AccountCards, POLICY_SOURCE, CLOCK],
  },
  { provide: USER_SESSIONS, useExisting: Sessions },
  { provide: SESSION_ENDS, useExisting: Sessions },
  {
    provide: LoginHistory,
    useFactory: (store: EventStore, vault: Vault, clock: Clock, devices: KnownDevices) =>
      new LoginHistory(store.pool, vault, clock, devices),
    inject: [EVENT_STORE, VAULT, CLOCK, KnownDevices],
  },
  {
    provide: SessionViews,
    useFactory: (logins: LoginTable, cards: SecurityCards, clock: Clock) => new SessionViews(logins, cards, clock),
    inject: [LoginTable, SECURITY_CARDS, CLOCK],
  },
];

const services: Provider[] = [
  service(InfoViews, { views: SessionViews, logins: LoginTable, payees: PAYEES, pool: PG_POOL, clock: CLOCK }),
  service(AccountService, {
    commands: Commands,
    sessions: Sessions,
    views: SessionViews,
    limits: RateLimits,
    policies: POLICY_SOURCE,
    infos: InfoViews,
    clock: CLOCK,
    ids: IDS,
  }),
  service(EntryService, {
    commands: Commands,
    cards: AccountCards,
    sessions: Sessions,
    views: SessionViews,
    history: LoginHistory,
    logins: LoginTable,
    credentials: Credentials,
    secondFactor: SECOND_FACTOR,
    outbox: OUTBOX,
    clock: CLOCK,
    log: LOG,
  }),
  service(FreezeService, {
    commands: Commands,
    cards: AccountCards,
    sessions: Sessions,
    logins: LoginTable,
    credentials: Credentials,
    secondFactor: SECOND_FACTOR,
    stepUp: STEP_UP,
    codes: CODES,
    outbox: OUTBOX,
    clock: CLOCK,
  }),
  service(RegistrationService, {
    cards: AccountCards,
    entry: EntryService,
    logins: LoginTable,
    passwords: Passwords,
    codes: CODES,
    invitations: INVITATIONS,
    agreements: AGREEMENTS,
    policies: POLICY_SOURCE,
    vault: VAULT,
    ids: IDS,
    secondFactor: SECOND_FACTOR,
  }),
  service(PasswordService, {
    registration: RegistrationService,
    entry: EntryService,
    logins: LoginTable,
    passwords: Passwords,
    credentials: Credentials,
    codes: CODES,
    stepUp: STEP_UP,
    sessions: Sessions,
    outbox: OUTBOX,
    commands: Commands,
    pool: PG_POOL,
    clock: CLOCK,
  }),
  {
    provide: PasswordFinisher,
    inject: [PasswordService, LOG],
    useFactory: (passwords: PasswordService, log: { warn(message: string): void }) =>
      new PasswordFinisher(passwords, log),
  },
  service(AccountLoginDesk, { entry: EntryService, registration: RegistrationService, logins: LoginTable }),
  { provide: LOGIN_DESK, useExisting: AccountLoginDesk },
  service(OwnAccountEnd, { commands: Commands, clock: CLOCK }),
  { provide: AccountEnd, useExisting: OwnAccountEnd },
  service(AccountHoldings, { logins: LoginTable, history: LoginHistory, sessions: Sessions, pool: PG_POOL }),
];

@Global()
@Module({
  controllers: [AccountController, EntryController, FreezeController],
  providers: [...providers, ...services],
  exports: [ACCOUNT_GATE, AccountEnd, USER_SESSIONS, SESSION_ENDS, LOGIN_DESK, Sessions, AccountCards],
})
export class AccountModule implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    @Inject(PERSONAL_HOLDINGS) private readonly holdings: PersonalHoldings,
    @Inject(AccountHoldings) private readonly held: AccountHoldings,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(AccountCards) private readonly cards: AccountCards,
    @Inject(EntryService) private readonly entry: EntryService,
    @Inject(PasswordFinisher) private readonly finisher: PasswordFinisher,
  ) {}

  onModuleInit(): void {
    this.holdings.register(...this.held.all());
  }

  onApplicationBootstrap(): Promise<void> {
    return this.finisher.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.finisher.stop();
    this.cards.close();
    await this.entry.close();
    await this.sessions.close();
  }
}
