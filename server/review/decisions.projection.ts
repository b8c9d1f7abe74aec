import type { RecordedEvent } from '../core/event.js';
import type { AppliedPolicy } from '../core/policy.js';
import type { Projection } from '../engine/projections/projection.js';
import { first, key, ReadTable } from '../engine/projections/read-table.js';
import type { RowBatch } from '../engine/projections/row-batch.js';

/** Which policy a decision about a user followed, and with which inputs: one row a policy that an event names. */
export const decisions = new ReadTable('decisions', {
  realm: key.text,
  position: key.count,
  line: key.count,
  userId: first.text,
  at: first.instant,
  eventType: first.text,
  name: first.text,
  version: first.count,
  inputs: first.json,
});

/** Knows no noun: every event that names its user and the policies that it followed is a decision. */
export const decisionsProjection: Projection = {
  name: 'decisions',
  realms: ['demo', 'real'],
  tables: [decisions],
  apply(rows: RowBatch, { realm, position, at, type, data }: RecordedEvent): void {
    const { userId, policy, policies } = (data ?? {}) as Record<string, unknown>;
    if (typeof userId !== 'string') return;
    const applied = [policy, ...(Array.isArray(policies) ? policies : [])].filter(isApplied);
    for (const [line, { name, version, inputs }] of applied.entries()) {
      const row = { userId, at, eventType: type, name, version, inputs: JSON.stringify(inputs) };
      rows.insert(decisions, { realm, position, line, ...row });
    }
  },
};

function isApplied(value: unknown): value is AppliedPolicy {
  if (typeof value !== 'object' || value === null) return false;
  const { name, version, inputs } = value as Partial<AppliedPolicy>;
  return typeof name === 'string' && typeof version === 'number' && typeof inputs === 'object' && inputs !== null;
}
