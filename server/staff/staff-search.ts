import { Injectable } from '@nestjs/common';
import type { StaffSearchHit } from '../../contracts/staff-lists.contract.js';
import { permits } from '../../contracts/staff.contract.js';
import { isRefusal, refuse, type Refusal } from '../core/refusal.js';
import { StaffTrail, type StaffCall } from '../core/ports/staff-trail.js';
import { RateLimits } from '../edge/http/rate-limits.js';
import type { StaffSession } from '../edge/http/sessions.js';
import { StaffLists } from '../edge/lists/staff-lists.js';
import type { ListSearch, StaffList } from '../engine/lists/staff-list.js';
import { userList } from '../features/account/account.list.js';
import { PersonLookup } from './person-lookup.js';

const HITS_EACH = 6;
/** Ids, references and hashes are never shorter; a word that is still being typed matches none of them. */
const EXACT_FROM = 6;

type Row = Readonly<Record<string, unknown>>;

/** Finds what the reader may open: records by id, reference or hash, and people by personal data. */
@Injectable()
export class StaffSearch {
  constructor(
    private readonly lists: StaffLists,
    private readonly lookup: PersonLookup,
    private readonly limits: RateLimits,
    private readonly trail: StaffTrail,
  ) {}

  async records(session: StaffSession, q: string): Promise<StaffSearchHit[]> {
    const searched = this.lists.all.flatMap((list) => (list.search ? [{ list, search: list.search }] : []));
    const lookups = searched
      .filter(({ search }) => search.partly === true || q.length >= EXACT_FROM)
      .filter(({ list }) => permits(session.roles, list.permission, session.queues))
      .sort((one, other) => one.search.rank - other.search.rank)
      .map(({ list, search }) => this.hitsOf(session, list, search, q));
    return (await Promise.all(lookups)).flat();
  }

  /** Each look-up is recorded before it is answered: who looked, by which kind of key, and whom it found. */
  async person(call: StaffCall<StaffSession>, q: string): Promise<StaffSearchHit[] | Refusal> {
    const { session } = call;
    if (!permits(session.roles, 'lookup')) return refuse('staff.role-missing', { permission: 'lookup' });
    const tooMany = await this.limits.ofLookup(session.staffId);
    if (tooMany !== undefined) return tooMany;
    const { by, userIds } = await this.lookup.find(q);
    await this.trail.lookedUp(call, { by, userIds });
    if (userIds.length === 0) return [];
    const rows = await this.lists.list(session, userList, { filter: JSON.stringify({ id: userIds }) });
    return isRefusal(rows) ? rows : rows.map((row) => hitOf('users', row, row.name));
  }

  private async hitsOf(
    session: StaffSession,
    list: StaffList,
    search: ListSearch,
    q: string,
  ): Promise<StaffSearchHit[]> {
    const range = `[0,${HITS_EACH - 1}]`;
    const found = await Promise.all(
      search.filters(q).map((filter) => this.lists.list(session, list, { filter: JSON.stringify(filter), range })),
    );
    // A list that cannot answer now leaves the others their hits.
    const rows = found.flatMap((one) => (isRefusal(one) ? [] : (one as Row[])));
    return [...new Map(rows.map((row) => [row['id'], row])).values()].map((row) =>
      hitOf(list.name, row, search.label(row), search.realm),
    );
  }
}

function hitOf(resource: string, row: object, label: unknown, its = 'real'): StaffSearchHit {
  const { id, realm = its }: { id?: unknown; realm?: string } = row;
  return { resource, id: String(id), realm, label: String(label) };
}
