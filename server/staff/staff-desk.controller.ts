import { Controller, Inject } from '@nestjs/common';
import type { Pool } from 'pg';
import { z } from 'zod';
import { REALMS } from '../../contracts/account.contract.js';
import {
  exportQuery,
  removeFilterBody,
  saveFilterBody,
  searchBody,
  timelineQuery,
} from '../../contracts/staff-desk.contract.js';
import type { StaffUserRow } from '../../contracts/staff.contract.js';
import { isRefusal } from '../core/refusal.js';
import { PG_POOL } from '../core/tokens.js';
import { Call, type Asked } from '../edge/http/call.js';
import { balancesOf } from '../ledger/balances.js';
import { ONE, type One } from './call-shapes.js';
import { LedgerSums } from './ledger-sums.js';
import { SavedFilters } from './saved-filters.js';
import { reviewQueuesOf } from '../edge/auth/masking.js';
import { StaffLists } from './staff-lists.js';
import { StaffSearch } from './staff-search.js';
import { timelineOf } from './timeline/timeline.query.js';

const nothing = z.object({});
const byRealm = z.object({ realm: z.enum(REALMS) });

/** What makes the console quick to work with: what is known of a user at once, search, files, filters under a name. */
@Controller()
export class StaffDeskController {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(StaffLists) private readonly lists: StaffLists,
    @Inject(LedgerSums) private readonly sums: LedgerSums,
    @Inject(SavedFilters) private readonly saved: SavedFilters,
    @Inject(StaffSearch) private readonly search: StaffSearch,
  ) {}

  @Call({
    method: 'GET',
    path: 'staff/users/:id/balances',
    access: 'staff:users',
    summary: 'What a user’s present account holds.',
    answer: 'StaffBalanceRow[]',
    ...ONE,
  })
  async balances({ session, input }: One<'staff:users'>) {
    const user = await this.lists.one<StaffUserRow>(session, 'users', input.id);
    return isRefusal(user) ? user : balancesOf(this.pool, user);
  }

  @Call({
    method: 'GET',
    path: 'staff/users/:id/timeline',
    access: 'staff:users',
    summary: 'What happened to a user, the newest first: sessions, orders, fills, postings.',
    answer: 'Page<StaffTimelineItem>',
    ...ONE,
    input: timelineQuery,
    refusals: ['staff.not-found', 'request.unavailable'],
  })
  async timeline({ session, input }: Asked<typeof timelineQuery, 'staff:users'>) {
    const user = await this.lists.one<StaffUserRow>(session, 'users', input.id);
    return isRefusal(user) ? user : timelineOf(this.pool, user, input, reviewQueuesOf(session));
  }

  @Call({
    method: 'GET',
    path: 'staff/ledger-sums',
    access: 'staff:ledger',
    summary: 'What postings and balances of a realm add up to: zero for every asset.',
    input: byRealm,
    answer: 'LedgerSumsView',
    body: 'bare',
  })
  ledgerSums({ input }: Asked<typeof byRealm, 'staff:ledger'>) {
    return this.sums.of(input.realm);
  }

  @Call({
    method: 'POST',
    path: 'staff/search',
    access: 'staff',
    summary: 'Records by id, reference or hash, or a person by their own data, as far as the asker may open them.',
    input: searchBody,
    answer: 'StaffSearchHit[]',
    body: 'bare',
    refusals: ['staff.role-missing', 'request.too-many', 'request.unavailable'],
  })
  find({ session, input, keys }: Asked<typeof searchBody, 'staff'>) {
    const { q, person } = input;
    return person ? this.search.person(session, q, keys[0]) : this.search.records(session, q);
  }

  @Call({
    method: 'GET',
    path: 'staff/export',
    access: 'staff',
    summary: 'A list as CSV or JSON, up to 50,000 rows, for whoever may read the list.',
    input: exportQuery,
    answer: 'null',
    body: 'csv',
    refusals: ['staff.role-missing', 'request.unavailable', 'request.too-many'],
  })
  export({ session, lang, input, header }: Asked<typeof exportQuery, 'staff'>) {
    return this.lists.file({ ...session, lang }, input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/saved-filters',
    access: 'staff',
    summary: 'The filters of lists that the asker has named.',
    input: nothing,
    answer: 'SavedFilterView[]',
    body: 'bare',
  })
  savedFilters({ session }: Asked<typeof nothing, 'staff'>) {
    return this.saved.of(session.staffId);
  }

  @Call({
    method: 'POST',
    path: 'staff/saved-filters',
    access: 'staff',
    summary: 'Keeps a filter under a name, in place of one of the same name.',
    input: saveFilterBody,
    answer: 'SavedFilterView',
    body: 'bare',
    refusals: ['staff.too-many-saved'],
  })
  saveFilter({ session, input }: Asked<typeof saveFilterBody, 'staff'>) {
    return this.saved.save(session.staffId, input);
  }

  @Call({
    method: 'POST',
    path: 'staff/saved-filters/remove',
    access: 'staff',
    summary: 'Removes a filter that the asker has named.',
    input: removeFilterBody,
    answer: 'null',
    body: 'bare',
    refusals: ['staff.not-found'],
  })
  removeFilter({ session, input }: Asked<typeof removeFilterBody, 'staff'>) {
    return this.saved.remove(session.staffId, input.id);
  }
}
