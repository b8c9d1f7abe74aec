import { permits, type StaffRole, type StreamStateView } from '../../contracts/staff.contract.js';

/** Field names under which a person may be recognised, in events and rows alike. */
const PERSONAL = new Set(['name', 'email', 'phone', 'address', 'login', 'documentNumber', 'birthDate', 'ip']);
const MASK = '•••';

/** Auditors read everything about money and nothing about persons; who helps persons sees them. */
export function seesPersons(roles: readonly StaffRole[]): boolean {
  return roles.some((role) => role === 'support' || role === 'reviewer') && permits(roles, 'users');
}

/** A copy in which personal fields show their first character only. */
export function masked<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map((item: unknown) => masked(item)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value))
    copy[key] = PERSONAL.has(key) && typeof field === 'string' ? `${field.slice(0, 1)}${MASK}` : masked(field);
  return copy as Value;
}

/** The state of a stream as these roles may see it; demo accounts are nobody's. */
export function stateFor(roles: readonly StaffRole[], view: StreamStateView): StreamStateView {
  return view.realm !== 'real' || seesPersons(roles) ? view : { ...view, state: masked(view.state) };
}
