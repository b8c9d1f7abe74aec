import { Controller, Inject } from '@nestjs/common';
import { staffEpoch, staffEpochs } from '../../contracts/market.calls.js';
import {
  staffLedgerAccount,
  staffLedgerAccounts,
  staffPosting,
  staffPostings,
} from '../../contracts/staff-history.calls.js';
import { staffDeposits } from '../../contracts/deposit-desk.calls.js';
import {
  staffOrder,
  staffOrders,
  staffTrade,
  staffTrades,
  staffUser,
  staffUsers,
} from '../../contracts/staff.calls.js';
import { isRefusal } from '../core/refusal.js';
import { Handle, type CallContext } from '../edge/http/call.js';
import { StaffLists } from './staff-lists.js';
import { StaffService } from './staff.service.js';

/** What the read models know, for the console. */
@Controller()
export class StaffReadController {
  constructor(
    @Inject(StaffLists) private readonly lists: StaffLists,
    @Inject(StaffService) private readonly staff: StaffService,
  ) {}

  @Handle(staffUsers)
  users({ session, input, header }: CallContext<typeof staffUsers>) {
    return this.lists.list(session, 'users', input, header);
  }

  @Handle(staffUser)
  async user({ session, input }: CallContext<typeof staffUser>) {
    const found = await this.lists.one(session, 'users', input.id);
    if (!isRefusal(found)) await this.staff.readUser(session, found.id);
    return found;
  }

  @Handle(staffOrders)
  orders({ session, input, header }: CallContext<typeof staffOrders>) {
    return this.lists.list(session, 'orders', input, header);
  }

  @Handle(staffOrder)
  order({ session, input }: CallContext<typeof staffOrder>) {
    return this.lists.one(session, 'orders', input.id);
  }

  @Handle(staffDeposits)
  deposits({ session, input, header }: CallContext<typeof staffDeposits>) {
    return this.lists.list(session, 'deposits', input, header);
  }

  @Handle(staffTrades)
  trades({ session, input, header }: CallContext<typeof staffTrades>) {
    return this.lists.list(session, 'trades', input, header);
  }

  @Handle(staffTrade)
  trade({ session, input }: CallContext<typeof staffTrade>) {
    return this.lists.one(session, 'trades', input.id);
  }

  @Handle(staffLedgerAccounts)
  ledgerAccounts({ session, input, header }: CallContext<typeof staffLedgerAccounts>) {
    return this.lists.list(session, 'ledger-accounts', input, header);
  }

  @Handle(staffLedgerAccount)
  ledgerAccount({ session, input }: CallContext<typeof staffLedgerAccount>) {
    return this.lists.one(session, 'ledger-accounts', input.id);
  }

  @Handle(staffPostings)
  postings({ session, input, header }: CallContext<typeof staffPostings>) {
    return this.lists.list(session, 'postings', input, header);
  }

  @Handle(staffPosting)
  posting({ session, input }: CallContext<typeof staffPosting>) {
    return this.lists.one(session, 'postings', input.id);
  }

  @Handle(staffEpochs)
  epochs({ session, input, header }: CallContext<typeof staffEpochs>) {
    return this.lists.list(session, 'epochs', input, header);
  }

  @Handle(staffEpoch)
  epoch({ session, input }: CallContext<typeof staffEpoch>) {
    return this.lists.one(session, 'epochs', input.id);
  }
}
