import { Controller } from '@nestjs/common';
import { Pool } from 'pg';
import {
  removeSavedFilter,
  saveFilter,
  staffExport,
  staffLedgerSums,
  staffSavedFilters,
  staffSearch,
  staffUserBalances,
  staffUserTimeline,
} from '../../contracts/staff-lists.calls.js';
import { staffUserOwned } from '../../contracts/owned.calls.js';
import { staffUser } from '../../contracts/staff.calls.js';
import { isRefusal } from '../core/refusal.js';
import { NetAssets } from '../core/ports/net-assets.js';
import { StaffTrail } from '../core/ports/staff-trail.js';
import { Handle, type CallContext } from '../edge/http/call.js';
import { StoredAnswers } from '../edge/http/stored-answers.js';
import { balancesOf } from '../engine/ledger/balances.js';
import { userList } from '../features/account/account.list.js';
import { LedgerSums } from './ledger-sums.js';
import { SavedFilters } from './saved-filters.js';
import { reviewQueuesOf } from '../edge/auth/masking.js';
import { StaffLists } from '../edge/lists/staff-lists.js';
import { StaffSearch } from './staff-search.js';
import { timelineOf } from './timeline.query.js';

/** What makes the console quick to work with: what is known of a user at once, search, files, filters under a name. */
@Controller()
export class StaffDeskController {
  constructor(
    private readonly pool: Pool,
    private readonly lists: StaffLists,
    private readonly sums: LedgerSums,
    private readonly saved: SavedFilters,
    private readonly answers: StoredAnswers,
    private readonly search: StaffSearch,
    private readonly trail: StaffTrail,
    private readonly netAssets: NetAssets,
  ) {}

  @Handle(staffUser)
  async user(call: CallContext<typeof staffUser>) {
    const found = await this.lists.one(call.session, userList, call.input.id);
    if (!isRefusal(found)) await this.trail.readUser(call, found.id);
    return found;
  }

  @Handle(staffUserBalances)
  async balances({ session, input }: CallContext<typeof staffUserBalances>) {
    const user = await this.lists.one(session, userList, input.id);
    return isRefusal(user) ? user : balancesOf(this.pool, user);
  }

  @Handle(staffUserOwned)
  async ownedBy({ session, input }: CallContext<typeof staffUserOwned>) {
    const user = await this.lists.one(session, userList, input.id);
    if (isRefusal(user)) return user;
    const { realm, id, generation } = user;
    return this.netAssets.owned({ realm, userId: id, ownerId: `${id}.${generation}` });
  }

  @Handle(staffUserTimeline)
  async timeline({ session, input }: CallContext<typeof staffUserTimeline>) {
    const user = await this.lists.one(session, userList, input.id);
    return isRefusal(user) ? user : timelineOf(this.pool, user, input, reviewQueuesOf(session));
  }

  @Handle(staffLedgerSums)
  ledgerSums({ input }: CallContext<typeof staffLedgerSums>) {
    return this.sums.of(input.realm);
  }

  @Handle(staffSearch)
  find(call: CallContext<typeof staffSearch>) {
    const { q, person } = call.input;
    return person ? this.search.person(call, q) : this.search.records(call.session, q);
  }

  @Handle(staffExport)
  export({ session, lang, input, header }: CallContext<typeof staffExport>) {
    return this.lists.file({ ...session, lang }, input, header);
  }

  @Handle(staffSavedFilters)
  savedFilters({ session }: CallContext<typeof staffSavedFilters>) {
    return this.saved.of(session.staffId);
  }

  @Handle(saveFilter)
  async saveFilter({ session, input, requestToken }: CallContext<typeof saveFilter>) {
    const { list, name, filter, sort } = input;
    // What is filtered by may be a person's own, so the answer is stored without it.
    const id = await this.answers.once(requestToken, (client) => this.saved.save(session.staffId, input, client));
    return isRefusal(id) ? id : { id, list, name, filter, sort };
  }

  @Handle(removeSavedFilter)
  removeFilter({ session, input, requestToken }: CallContext<typeof removeSavedFilter>) {
    return this.answers.once(requestToken, (client) => this.saved.remove(session.staffId, input.id, client));
  }
}
