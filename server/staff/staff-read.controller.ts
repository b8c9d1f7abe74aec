import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { REALMS } from '../../contracts/account.contract.js';
import { listQuery } from '../../contracts/staff.contract.js';
import { isRefusal } from '../core/refusal.js';
import { Call, type Access, type Asked, type CallSpec } from '../edge/http/call.js';
import { ChainWatch } from './chain-watch.js';
import { Dashboard } from './dashboard.js';
import { ledgerAccountResource, postingResource } from './lists/ledger.js';
import { orderResource } from './lists/orders.js';
import { streamResource } from './lists/streams.js';
import { tradeResource } from './lists/trades.js';
import { userResource } from './lists/users.js';
import { StaffLists } from './staff-lists.js';
import { StaffService } from './staff.service.js';
import { StreamStates } from './stream-state.js';

const nothing = z.object({});
const byId = z.object({ id: z.string().min(1).max(300) });
const streamById = z.object({ ...byId.shape, version: z.coerce.number().int().min(0).optional() });
const byRealm = z.object({ realm: z.enum(REALMS) });

type List<Who extends Access> = Asked<typeof listQuery, Who>;
type One<Who extends Access> = Asked<typeof byId, Who>;

/** Every list of the console has one shape. */
const list = <const Who extends Access>(path: string, access: Who, answer: string, summary: string) =>
  Call({
    ...{ method: 'GET', path: `staff/${path}`, access, answer: `${answer}[]`, summary, body: 'bare' },
    input: listQuery,
    refusals: ['request.unavailable'],
  } as CallSpec<typeof listQuery, Who>);

const one = <const Who extends Access>(path: string, access: Who, answer: string, summary: string) =>
  Call({
    ...{ method: 'GET', path: `staff/${path}/:id`, access, answer, summary, body: 'bare' },
    input: byId,
    refusals: ['staff.not-found'],
  } as CallSpec<typeof byId, Who>);

@Controller()
export class StaffReadController {
  constructor(
    @Inject(StaffLists) private readonly lists: StaffLists,
    @Inject(StaffService) private readonly staff: StaffService,
    @Inject(StreamStates) private readonly states: StreamStates,
    @Inject(ChainWatch) private readonly chains: ChainWatch,
    @Inject(Dashboard) private readonly dashboards: Dashboard,
  ) {}

  @list('users', 'staff:users', 'StaffUserRow', 'Accounts, demo and real.')
  users({ session, input, header }: List<'staff:users'>) {
    return this.lists.users(session, input, header);
  }

  @one('users', 'staff:users', 'StaffUserRow', 'One account. The reading is recorded.')
  async user({ session, input }: One<'staff:users'>) {
    const found = await this.lists.one(userResource, input.id);
    if (isRefusal(found)) return found;
    await this.staff.readUser(session, found.id);
    return this.lists.user(session, found);
  }

  @list('orders', 'staff:orders', 'StaffOrderRow', 'Orders of everybody, open and past.')
  orders({ input, header }: List<'staff:orders'>) {
    return this.lists.list('orders', orderResource, input, header);
  }

  @one('orders', 'staff:orders', 'StaffOrderRow', 'One order.')
  order({ input }: One<'staff:orders'>) {
    return this.lists.one(orderResource, input.id);
  }

  @list('trades', 'staff:trades', 'StaffTradeRow', 'Trades that users took part in.')
  trades({ input, header }: List<'staff:trades'>) {
    return this.lists.list('trades', tradeResource, input, header);
  }

  @one('trades', 'staff:trades', 'StaffTradeRow', 'One trade.')
  trade({ input }: One<'staff:trades'>) {
    return this.lists.one(tradeResource, input.id);
  }

  @list('ledger-accounts', 'staff:ledger', 'LedgerAccountRow', 'Accounts of the ledger with their balances.')
  ledgerAccounts({ input, header }: List<'staff:ledger'>) {
    return this.lists.list('ledger-accounts', ledgerAccountResource, input, header);
  }

  @one('ledger-accounts', 'staff:ledger', 'LedgerAccountRow', 'One account of the ledger in one asset.')
  ledgerAccount({ input }: One<'staff:ledger'>) {
    return this.lists.one(ledgerAccountResource, input.id);
  }

  @list('postings', 'staff:ledger', 'PostingRow', 'Postings of the ledger.')
  postings({ input, header }: List<'staff:ledger'>) {
    return this.lists.list('postings', postingResource, input, header);
  }

  @one('postings', 'staff:ledger', 'PostingRow', 'One posting.')
  posting({ input }: One<'staff:ledger'>) {
    return this.lists.one(postingResource, input.id);
  }

  @list('events', 'staff:events', 'EventRow', 'Every event there is, as it is stored.')
  events({ session, input, header }: List<'staff:events'>) {
    return this.lists.events(session, input, header);
  }

  @one('events', 'staff:events', 'EventRow', 'One event.')
  event({ session, input }: One<'staff:events'>) {
    return this.lists.event(session, input.id);
  }

  @list('streams', 'staff:events', 'StreamRow', 'Streams and how long each has grown.')
  streams({ input, header }: List<'staff:events'>) {
    return this.lists.list('streams', streamResource, input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/streams/:id',
    access: 'staff:events',
    summary: 'The state that the events of a stream make, at any of its versions.',
    input: streamById,
    answer: 'StreamStateView',
    body: 'bare',
    refusals: ['staff.not-found'],
  })
  stream({ input }: Asked<typeof streamById, 'staff:events'>) {
    return this.states.at(input.id, input.version);
  }

  @list('epochs', 'staff:market', 'EpochView', 'Price epochs: what was promised before and shown after.')
  epochs({ input, header }: List<'staff:market'>) {
    return this.lists.epochs(input, header);
  }

  @one('epochs', 'staff:market', 'EpochView', 'One price epoch.')
  epoch({ input }: One<'staff:market'>) {
    return this.lists.epoch(input.id);
  }

  @Call({
    method: 'GET',
    path: 'staff/chain',
    access: 'staff:events',
    summary: 'How far the hash chain of a realm was checked, and the signed checkpoints.',
    input: byRealm,
    answer: 'ChainStatusView',
    body: 'bare',
  })
  chain({ input }: Asked<typeof byRealm, 'staff:events'>) {
    return this.chains.status(input.realm);
  }

  @Call({
    method: 'GET',
    path: 'staff/dashboard',
    access: 'staff:dashboard',
    summary: 'Realms, read models, counts and memory of the server.',
    input: nothing,
    answer: 'DashboardView',
    body: 'bare',
  })
  dashboard(_: Asked<typeof nothing, 'staff:dashboard'>) {
    return this.dashboards.view();
  }
}
