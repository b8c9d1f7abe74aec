import { LIST_PERMISSIONS, type StaffListName, type StaffSearchHit } from '../../contracts/staff-desk.contract.js';
import { permits } from '../../contracts/staff.contract.js';
import { isRefusal, refuse, type Refusal } from '../core/refusal.js';
import type { RateLimits } from '../edge/http/rate-limits.js';
import type { StaffSession } from '../edge/http/sessions.js';
import type { PersonLookup } from './person-lookup.js';
import type { StaffLists } from './staff-lists.js';
import type { StaffService } from './staff.service.js';

const HITS_EACH = 6;
/** Ids, references and hashes are never shorter; a word that somebody is still typing asks for none of them. */
const EXACT_FROM = 6;

type Row = Record<string, unknown> & { id: string | number; realm?: string };

interface Place {
  /** Every row of it has an id of its own. */
  readonly list: Exclude<StaffListName, 'epochs'>;
  filters(q: string): readonly object[];
  label(row: Row): unknown;
  /** Where parts of a name are looked for, so that every word is worth asking. */
  readonly partly?: true;
}

/** Whatever has an id, a reference or a hash, and the list that shows it. */
const PLACES: readonly Place[] = [
  { list: 'users', partly: true, filters: (q) => [{ q: q.replace(/\.\d+$/, '') }], label: ({ name }) => name },
  { list: 'orders', filters: (q) => [{ id: [q] }], label: ({ symbol }) => symbol },
  { list: 'trades', filters: (q) => [{ id: [q] }], label: ({ symbol }) => symbol },
  { list: 'reviews', filters: (q) => [{ id: [q] }], label: ({ kind }) => kind },
  { list: 'withdrawals', filters: (q) => [{ id: [q] }, { hash: q }, { reference: q }], label: money },
  { list: 'deposits', filters: (q) => [{ id: [q] }, { hash: q }], label: money },
  { list: 'c2c-orders', filters: (q) => [{ id: [q] }, { reference: q.toUpperCase() }], label: money },
  { list: 'members', partly: true, filters: (q) => [{ q }], label: ({ name }) => name },
  { list: 'events', filters: (q) => (/^[a-z]+:\d{1,15}$/.test(q) ? [{ id: [q] }] : []), label: ({ type }) => type },
  {
    list: 'streams',
    partly: true,
    filters: (q) => [{ stream: q.replace(/^(house|demo|real):/, '') }],
    label: ({ kind }) => kind,
  },
];

function money({ amount, declared, currency }: Row): string {
  return `${String(amount ?? declared ?? '')} ${String(currency)}`.trim();
}

interface SearchParts {
  readonly lists: StaffLists;
  readonly lookup: PersonLookup;
  readonly limits: Pick<RateLimits, 'ofLookup'>;
  readonly staff: Pick<StaffService, 'lookedUp'>;
}

/** Finds what the asker may open: records by id, reference or hash, and persons by what only they would say. */
export class StaffSearch {
  constructor(private readonly parts: SearchParts) {}

  async records(session: StaffSession, q: string): Promise<StaffSearchHit[]> {
    const asked = PLACES.filter(
      ({ list, partly }) =>
        permits(session.roles, LIST_PERMISSIONS[list], session.queues) && (partly === true || q.length >= EXACT_FROM),
    );
    return (await Promise.all(asked.map((place) => this.hitsOf(session, place, q)))).flat();
  }

  /** Each look-up is recorded before it is answered: who looked, by which kind of key, and whom it found. */
  async person(session: StaffSession, q: string, key: string | undefined): Promise<StaffSearchHit[] | Refusal> {
    if (!permits(session.roles, 'lookup')) return refuse('staff.role-missing', { permission: 'lookup' });
    const tooMany = await this.parts.limits.ofLookup(session.staffId);
    if (tooMany !== undefined) return tooMany;
    const { by, userIds } = await this.parts.lookup.find(q);
    await this.parts.staff.lookedUp(session, { by, userIds }, key);
    if (userIds.length === 0) return [];
    const rows = await this.parts.lists.list(session, 'users', { filter: JSON.stringify({ id: userIds }) });
    return isRefusal(rows) ? rows : rows.map((row) => hitOf('users', row, row['name']));
  }

  private async hitsOf(session: StaffSession, { list, filters, label }: Place, q: string): Promise<StaffSearchHit[]> {
    const range = `[0,${HITS_EACH - 1}]`;
    const found = await Promise.all(
      filters(q).map((filter) => this.parts.lists.list(session, list, { filter: JSON.stringify(filter), range })),
    );
    // A list that cannot answer now leaves the others their hits.
    const rows = new Map(found.flatMap((one) => (isRefusal(one) ? [] : one)).map((row) => [row.id, row]));
    return [...rows.values()].map((row) => hitOf(list, row, label(row)));
  }
}

function hitOf(resource: StaffListName, { id, realm }: Row, label: unknown): StaffSearchHit {
  return {
    resource,
    id: String(id),
    realm: realm ?? (resource === 'members' ? 'house' : 'real'),
    label: String(label),
  };
}
