import { Controller, Inject } from '@nestjs/common';
import type { StaffUserRow } from '../../contracts/staff.contract.js';
import { isRefusal } from '../core/refusal.js';
import { Call } from '../edge/http/call.js';
import { LIST, ONE, type List, type One } from './call-shapes.js';
import { StaffLists } from './staff-lists.js';
import { StaffService } from './staff.service.js';

/** What the read models know, for the console. */
@Controller()
export class StaffReadController {
  constructor(
    @Inject(StaffLists) private readonly lists: StaffLists,
    @Inject(StaffService) private readonly staff: StaffService,
  ) {}

  @Call({
    method: 'GET',
    path: 'staff/users',
    access: 'staff:users',
    summary: 'Accounts, demo and real.',
    answer: 'StaffUserRow[]',
    ...LIST,
  })
  users({ session, input, header }: List<'staff:users'>) {
    return this.lists.list(session, 'users', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/users/:id',
    access: 'staff:users',
    summary: 'One account. The reading is recorded.',
    answer: 'StaffUserRow',
    ...ONE,
  })
  async user({ session, input }: One<'staff:users'>) {
    const found = await this.lists.one<StaffUserRow>(session, 'users', input.id);
    if (!isRefusal(found)) await this.staff.readUser(session, found.id);
    return found;
  }

  @Call({
    method: 'GET',
    path: 'staff/orders',
    access: 'staff:orders',
    summary: 'Orders of everybody, open and past.',
    answer: 'StaffOrderRow[]',
    ...LIST,
  })
  orders({ session, input, header }: List<'staff:orders'>) {
    return this.lists.list(session, 'orders', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/orders/:id',
    access: 'staff:orders',
    summary: 'One order.',
    answer: 'StaffOrderRow',
    ...ONE,
  })
  order({ session, input }: One<'staff:orders'>) {
    return this.lists.one(session, 'orders', input.id);
  }

  @Call({
    method: 'GET',
    path: 'staff/deposits',
    access: 'staff:deposits',
    summary: 'Deposits of all persons and of nobody, the newest first, without anything that is personal.',
    answer: 'StaffDepositRow[]',
    ...LIST,
  })
  deposits({ session, input, header }: List<'staff:deposits'>) {
    return this.lists.list(session, 'deposits', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/trades',
    access: 'staff:trades',
    summary: 'Trades that users took part in.',
    answer: 'StaffTradeRow[]',
    ...LIST,
  })
  trades({ session, input, header }: List<'staff:trades'>) {
    return this.lists.list(session, 'trades', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/trades/:id',
    access: 'staff:trades',
    summary: 'One trade.',
    answer: 'StaffTradeRow',
    ...ONE,
  })
  trade({ session, input }: One<'staff:trades'>) {
    return this.lists.one(session, 'trades', input.id);
  }

  @Call({
    method: 'GET',
    path: 'staff/ledger-accounts',
    access: 'staff:ledger',
    summary: 'Accounts of the ledger with their balances.',
    answer: 'LedgerAccountRow[]',
    ...LIST,
  })
  ledgerAccounts({ session, input, header }: List<'staff:ledger'>) {
    return this.lists.list(session, 'ledger-accounts', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/ledger-accounts/:id',
    access: 'staff:ledger',
    summary: 'One account of the ledger in one asset.',
    answer: 'LedgerAccountRow',
    ...ONE,
  })
  ledgerAccount({ session, input }: One<'staff:ledger'>) {
    return this.lists.one(session, 'ledger-accounts', input.id);
  }

  @Call({
    method: 'GET',
    path: 'staff/postings',
    access: 'staff:ledger',
    summary: 'Postings of the ledger.',
    answer: 'PostingRow[]',
    ...LIST,
  })
  postings({ session, input, header }: List<'staff:ledger'>) {
    return this.lists.list(session, 'postings', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/postings/:id',
    access: 'staff:ledger',
    summary: 'One posting.',
    answer: 'PostingRow',
    ...ONE,
  })
  posting({ session, input }: One<'staff:ledger'>) {
    return this.lists.one(session, 'postings', input.id);
  }

  @Call({
    method: 'GET',
    path: 'staff/epochs',
    access: 'staff:market',
    summary: 'Price epochs: what was promised before and shown after.',
    answer: 'EpochView[]',
    ...LIST,
  })
  epochs({ session, input, header }: List<'staff:market'>) {
    return this.lists.list(session, 'epochs', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/epochs/:id',
    access: 'staff:market',
    summary: 'One price epoch.',
    answer: 'EpochView',
    ...ONE,
  })
  epoch({ session, input }: One<'staff:market'>) {
    return this.lists.one(session, 'epochs', input.id);
  }
}
