import type { NamedId, StreamStateView } from '../../../contracts/staff-history.contract.js';
import { policyNames } from '../../../contracts/policy.contract.js';
import { permits, type ReviewQueue, type StaffRole } from '../../../contracts/staff.contract.js';
import { personalFieldsOf } from '../../engine/history/event-types.js';

/** Field names under which a person may be recognised, in rows and states. Events declare theirs. */
export const PERSONAL: ReadonlySet<string> = new Set([
  'name',
  'email',
  'phone',
  'address',
  'login',
  'documentNumber',
  'birthDate',
  'ip',
]);
/** Sealed texts are named so in events and rows; a fingerprint is as good as the text for who may try candidates. */
const SEALED = /^sealed|[fF]ingerprint$/;
const POLICIES: ReadonlySet<string> = new Set(policyNames);
export const MASK = '•••';

/** Auditors and risk read everything about money and nothing about persons; who helps persons sees them. */
export function seesPersons(roles: readonly StaffRole[]): boolean {
  return roles.some((role) => role === 'support' || role === 'reviewer') && permits(roles, 'users');
}

/** The queues whose requests the member sees: reviewers their own, `undefined` means all. */
export function reviewQueuesOf(staff: {
  readonly roles: readonly StaffRole[];
  readonly queues: readonly ReviewQueue[];
}): readonly ReviewQueue[] | undefined {
  return staff.roles.some((role) => role === 'auditor' || role === 'support' || role === 'risk')
    ? undefined
    : staff.queues;
}

/** A copy in which personal fields show their first character only, and sealed ones nothing at all. */
export function masked<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map((item: unknown) => masked(item)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value))
    copy[key] = typeof field === 'string' ? maskedText(key, field) : masked(field);
  return copy as Value;
}

/** An event's data with the fields that its type declares masked, and sealed ones wherever they stand. */
export function maskedEventData(type: string, data: unknown): unknown {
  const declared = personalFieldsOf(type);
  const copy = withoutSealed(data);
  if (declared.length === 0 || typeof copy !== 'object' || copy === null) return copy;
  return Object.fromEntries(
    Object.entries(copy).map(([key, value]) => [
      key,
      declared.includes(key) && typeof value === 'string' ? firstOf(value) : (value as unknown),
    ]),
  );
}

function withoutSealed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSealed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      typeof field === 'string' && SEALED.test(key) ? MASK : withoutSealed(field),
    ]),
  );
}

const firstOf = (text: string): string => `${text.slice(0, 1)}${MASK}`;

function maskedText(key: string, text: string): string {
  if (SEALED.test(key)) return MASK;
  // A state keeps policies by their name, which is not a person's.
  return PERSONAL.has(key) && !POLICIES.has(text) ? firstOf(text) : text;
}

/** The state of a stream as these roles may see it; demo accounts hold no personal data. */
export function stateFor(roles: readonly StaffRole[], view: StreamStateView): StreamStateView {
  if (seesPersons(roles)) return view;
  return { ...view, state: view.realm === 'real' ? masked(view.state) : view.state, ids: maskedIds(view.ids) };
}

/** Demo names are made up by the server; only a real account's name may identify a person. */
export function maskedIds(ids: Readonly<Record<string, NamedId>>): Record<string, NamedId> {
  return Object.fromEntries(
    Object.entries(ids).map(([id, named]) => [
      id,
      named.of === 'person' && named.userId.startsWith('real-') ? masked(named) : named,
    ]),
  );
}
