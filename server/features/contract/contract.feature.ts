import type { ContractFacts } from '../../core/ports/contract-facts.js';
import { userAccount } from '../../engine/ledger/chart.js';
import { ofHouse, ofPersons, type Feature } from '../../engine/feature.js';
import type { Writers } from '../../engine/writer/writers.js';
import { booksOf } from '../../trading/venue/book.state.js';
import { contractPriceAudit } from './audit/contract-prices.audit.js';
import { contractAudit } from './audit/contract.check.js';
import { contractActionHandlers } from './contract-action.handler.js';
import { contractEndHandlers } from './delivery/contract-end.handler.js';
import { haltReactions } from './delivery/contract-halt.reactions.js';
import { periodNotifications } from './delivery/contract-period.notifications.js';
import { contractEvents } from './contract.events.js';
import { contractHandlers, type ContractPorts } from './contract.handler.js';
import { fundingRunList, insuranceList, liquidationList, positionList } from './contract.list.js';
import { contractNotifications } from './contract.notifications.js';
import { positionOwned, type OwnedContractPorts } from './contract.owned.js';
import { contractKind } from './contract.product.js';
import { contractTotalsProjection } from './position/contract-totals.projection.js';
import { contractTimeline } from './contract.timeline.js';
import { fundingEvents } from './funding/funding.events.js';
import { fundingRunProjection } from './funding/funding-run.projection.js';
import { fundingHandlers } from './funding/funding.handler.js';
import { fundingKind } from './funding/funding.state.js';
import { gapOrderHandlers } from './liquidation/gap-orders.handler.js';
import { insuranceEvents } from './liquidation/insurance.events.js';
import { insuranceProjection } from './liquidation/insurance.projection.js';
import { insuranceKind } from './liquidation/insurance.state.js';
import { liquidationProjection } from './liquidation/liquidation.projection.js';
import { liquidationHandlers } from './liquidation/liquidation.handler.js';
import { positionEvents } from './position/position.events.js';
import { positionProjection } from './position/position.projection.js';
import { positionKind } from './position/position.state.js';

export const contractFeature = {
  name: 'contract',
  events: [...contractEvents, ...positionEvents, ...fundingEvents, ...insuranceEvents],
  streams: [booksOf(contractKind), ...ofPersons(positionKind), ...ofHouse(fundingKind, insuranceKind)],
  projections: [
    positionProjection,
    contractTotalsProjection,
    liquidationProjection,
    insuranceProjection,
    fundingRunProjection,
  ],
  staffLists: [positionList, liquidationList, insuranceList, fundingRunList],
  timeline: contractTimeline,
  historyAudit: contractAudit,
  priceAudit: contractPriceAudit,
  notifications: [...contractNotifications, ...periodNotifications],
  principal: {
    accounts: (ownerId) => [userAccount(ownerId, 'contract', 'frozen'), userAccount(ownerId, 'futures', 'frozen')],
  },
  owned: (ports: OwnedContractPorts) => positionOwned(ports),
  handlers: (ports: ContractPorts & { readonly contractFacts: ContractFacts }) => [
    ...contractHandlers(ports),
    ...fundingHandlers(ports.contractFacts),
    ...contractEndHandlers(ports.contractFacts),
    ...contractActionHandlers(),
    ...gapOrderHandlers(),
    ...liquidationHandlers(ports.market),
  ],
  reactions: ({ writers }: { readonly writers: Pick<Writers, 'read'> }) => haltReactions(writers),
  module: async () => (await import('./contract.module.js')).ContractModule,
} satisfies Feature;
