import type { ContractFacts } from '../../core/ports/contract-facts.js';
import { ofHouse, type Feature } from '../../engine/feature.js';
import { haltAudit } from './contract-halt.check.js';
import { haltKind } from './contract-halt.decider.js';
import { haltEvents } from './contract-halt.events.js';
import { haltHandlers } from './contract-halt.handler.js';
import { contractHaltList } from './contract-halt.list.js';
import { contractHaltProjection } from './contract-halt.projection.js';

export const contractHaltFeature = {
  name: 'contract-halt',
  events: haltEvents,
  streams: ofHouse(haltKind),
  projections: [contractHaltProjection],
  staffLists: [contractHaltList],
  historyAudit: haltAudit,
  counts: {
    haltsProposed: `SELECT count(*)::int AS n, min(proposed_at) AS since FROM contract_halts WHERE status = 'proposed'`,
  },
  handlers: ({ contractFacts }: { readonly contractFacts: ContractFacts }) => haltHandlers(contractFacts),
  module: async () => (await import('./contract-halt.module.js')).ContractHaltModule,
} satisfies Feature;
