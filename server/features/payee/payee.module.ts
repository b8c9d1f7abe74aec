import { Global, Inject, Module, type OnModuleInit } from '@nestjs/common';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { SimulatedChain } from '../../core/chain.js';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import type { Ids } from '../../core/ids.js';
import type { PersonalHoldings, Vault } from '../../core/person.js';
import type { PolicySource } from '../../core/policy.js';
import type { StepUp } from '../../core/step-up.js';
import {
  CHAIN,
  CLOCK,
  EVENT_STORE,
  IDS,
  PAYEES,
  PERSONAL_HOLDINGS,
  POLICY_SOURCE,
  STEP_UP,
  VAULT,
} from '../../core/tokens.js';
import type { EventStore } from '../../engine/history/event-store.js';
import { PayeeController } from './payee.controller.js';
import { PayeeQuery } from './payee.query.js';
import { PayeeReader } from './payee.reader.js';
import { PayeeService } from './payee.service.js';

type Policies = PolicySource<KnownPolicies>;

/** Address book, bank cards and payment settings. Other features ask `PAYEES` whether and where may be paid to. */
@Global()
@Module({
  controllers: [PayeeController],
  providers: [
    {
      provide: PayeeReader,
      inject: [EVENT_STORE, VAULT],
      useFactory: (store: EventStore, vault: Vault) => new PayeeReader(store, vault),
    },
    { provide: PAYEES, useExisting: PayeeReader },
    {
      provide: PayeeQuery,
      inject: [PayeeReader, CHAIN, POLICY_SOURCE, CLOCK],
      useFactory: (reader: PayeeReader, chain: SimulatedChain, policies: Policies, clock: Clock) =>
        new PayeeQuery(reader, chain, policies, clock),
    },
    {
      provide: PayeeService,
      inject: [Commands, PayeeReader, CHAIN, VAULT, STEP_UP, POLICY_SOURCE, CLOCK, IDS],
      useFactory: (
        commands: Commands,
        reader: PayeeReader,
        chain: SimulatedChain,
        vault: Vault,
        stepUp: StepUp,
        policies: Policies,
        clock: Clock,
        ids: Ids,
      ) => new PayeeService({ commands, reader, chain, vault, stepUp, policies, clock, ids }),
    },
  ],
  exports: [PAYEES],
})
export class PayeeModule implements OnModuleInit {
  constructor(
    @Inject(PERSONAL_HOLDINGS) private readonly holdings: PersonalHoldings,
    @Inject(PayeeQuery) private readonly query: PayeeQuery,
  ) {}

  onModuleInit(): void {
    // Everything stands sealed in the history, so forgetting the person's key is enough.
    this.holdings.register({ name: 'payees', tables: ['saved_payees'], export: (userId) => this.query.book(userId) });
  }
}
