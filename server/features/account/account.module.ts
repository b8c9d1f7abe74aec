import {
  Global,
  Module,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
  type Provider,
} from '@nestjs/common';
import { AccountEnd } from '../../core/ports/account-end.js';
import { AccountGate } from '../../core/ports/account-gate.js';
import { Notifier } from '../../core/ports/notifier.js';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { UserSessions } from '../../edge/http/sessions.js';
import { accountGate } from './account.gate.js';
import { OwnAccountEnd } from './account-end.js';
import { AccountCards } from './account-cards.js';
import { AccountHoldings } from './account-holdings.js';
import { AccountController } from './account.controller.js';
import './account.events.js';
import { AccountService } from './account.service.js';
import { EntryController } from './entry.controller.js';
import { EntryService } from './entry.service.js';
import { FreezeController } from './freeze.controller.js';
import { FreezeService } from './freeze.service.js';
import { InfoViews } from './info-views.js';
import { AccountLoginService } from './account-login.service.js';
import { LoginHistory } from './login-history.js';
import { PasswordFinisher, PasswordService } from './password.service.js';
import { PersonNotifier } from './person-notifier.js';
import { RegistrationService } from './registration.service.js';
import { SessionViews } from './session-views.js';
import { Sessions } from './sessions.js';
import { LoginService } from '../../core/ports/login-service.js';
import { SessionEnds } from '../../core/ports/logins.js';

const providers: Provider[] = [
  { provide: AccountGate, useValue: accountGate },
  AccountCards,
  Sessions,
  { provide: UserSessions, useExisting: Sessions },
  { provide: SessionEnds, useExisting: Sessions },
  LoginHistory,
  SessionViews,
];

const services: Provider[] = [
  InfoViews,
  AccountService,
  EntryService,
  FreezeService,
  RegistrationService,
  PasswordService,
  PasswordFinisher,
  AccountLoginService,
  { provide: LoginService, useExisting: AccountLoginService },
  OwnAccountEnd,
  { provide: AccountEnd, useExisting: OwnAccountEnd },
  PersonNotifier,
  { provide: Notifier, useExisting: PersonNotifier },
  AccountHoldings,
];

@Global()
@Module({
  controllers: [AccountController, EntryController, FreezeController],
  providers: [...providers, ...services],
  exports: [AccountGate, AccountEnd, UserSessions, SessionEnds, LoginService, Sessions, AccountCards, Notifier],
})
export class AccountModule implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly holdings: PersonalDataHandlers,
    private readonly held: AccountHoldings,
    private readonly sessions: Sessions,
    private readonly cards: AccountCards,
    private readonly entry: EntryService,
    private readonly finisher: PasswordFinisher,
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
