import { Controller, Inject } from '@nestjs/common';
import { isRefusal } from '../core/refusal.js';
import { Call } from '../edge/http/call.js';
import { LIST, ONE, type List, type One } from './call-shapes.js';
import { ledgerAccountResource, postingResource } from './lists/ledger.js';
import { orderResource } from './lists/orders.js';
import { tradeResource } from './lists/trades.js';
import { userResource } from './lists/users.js';
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
    return this.lists.users(session, input, header);
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
    const found = await this.lists.one(userResource, input.id);
    if (isRefusal(found)) return found;
    await this.staff.readUser(session, found.id);
    return this.lists.user(session, found);
  }

  @Call({
    method: 'GET',
    path: 'staff/orders',
    access: 'staff:orders',
    summary: 'Orders of everybody, open and past.',
    answer: 'StaffOrderRow[]',
    ...LIST,
  })
  orders({ input, header }: List<'staff:orders'>) {
    return this.lists.list('orders', orderResource, input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/orders/:id',
    access: 'staff:orders',
    summary: 'One order.',
    answer: 'StaffOrderRow',
    ...ONE,
  })
  order({ input }: One<'staff:orders'>) {
    return this.lists.one(orderResource, input.id);
  }

  @Call({
    method: 'GET',
    path: 'staff/trades',
    access: 'staff:trades',
    summary: 'Trades that users took part in.',
    answer: 'StaffTradeRow[]',
    ...LIST,
  })
  trades({ input, header }: List<'staff:trades'>) {
    return this.lists.list('trades', tradeResource, input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/trades/:id',
    access: 'staff:trades',
    summary: 'One trade.',
    answer: 'StaffTradeRow',
    ...ONE,
  })
  trade({ input }: One<'staff:trades'>) {
    return this.lists.one(tradeResource, input.id);
  }

  @Call({
    method: 'GET',
    path: 'staff/ledger-accounts',
    access: 'staff:ledger',
    summary: 'Accounts of the ledger with their balances.',
    answer: 'LedgerAccountRow[]',
    ...LIST,
  })
  ledgerAccounts({ input, header }: List<'staff:ledger'>) {
    return this.lists.list('ledger-accounts', ledgerAccountResource, input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/ledger-accounts/:id',
    access: 'staff:ledger',
    summary: 'One account of the ledger in one asset.',
    answer: 'LedgerAccountRow',
    ...ONE,
  })
  ledgerAccount({ input }: One<'staff:ledger'>) {
    return this.lists.one(ledgerAccountResource, input.id);
  }

  @Call({
    method: 'GET',
    path: 'staff/postings',
    access: 'staff:ledger',
    summary: 'Postings of the ledger.',
    answer: 'PostingRow[]',
    ...LIST,
  })
  postings({ input, header }: List<'staff:ledger'>) {
    return this.lists.list('postings', postingResource, input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/postings/:id',
    access: 'staff:ledger',
    summary: 'One posting.',
    answer: 'PostingRow',
    ...ONE,
  })
  posting({ input }: One<'staff:ledger'>) {
    return this.lists.one(postingResource, input.id);
  }

  @Call({
    method: 'GET',
    path: 'staff/epochs',
    access: 'staff:market',
    summary: 'Price epochs: what was promised before and shown after.',
    answer: 'EpochView[]',
    ...LIST,
  })
  epochs({ input, header }: List<'staff:market'>) {
    return this.lists.epochs(input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/epochs/:id',
    access: 'staff:market',
    summary: 'One price epoch.',
    answer: 'EpochView',
    ...ONE,
  })
  epoch({ input }: One<'staff:market'>) {
    return this.lists.epoch(input.id);
  }
}
