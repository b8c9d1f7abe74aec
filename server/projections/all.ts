import { balancesProjection } from './balances.projection.js';
import { c2cProjection } from './c2c.projection.js';
import { contentProjection } from './content.projection.js';
import { decisionsProjection } from './decisions.projection.js';
import { depositsProjection } from './deposits.projection.js';
import { historyProjection } from './history.projection.js';
import { identityProjection } from './identity.projection.js';
import { invitationsProjection } from './invitations.projection.js';
import { ledgerProjection } from './ledger.projection.js';
import { marketProjection } from './market.projection.js';
import { messagesProjection } from './messages.projection.js';
import { payeesProjection } from './payees.projection.js';
import { policyProjection } from './policy.projection.js';
import type { Projection } from './projection.js';
import { reconciliationsProjection } from './reconciliations.projection.js';
import { reviewsProjection } from './reviews.projection.js';
import { spotProjection } from './spot.projection.js';
import { turnoverProjection } from './turnover.projection.js';
import { usersProjection } from './users.projection.js';
import { withdrawalsProjection } from './withdrawals.projection.js';

/** Every read model there is. */
export const allProjections: readonly Projection[] = [
  balancesProjection,
  c2cProjection,
  contentProjection,
  decisionsProjection,
  depositsProjection,
  historyProjection,
  identityProjection,
  invitationsProjection,
  ledgerProjection,
  marketProjection,
  messagesProjection,
  payeesProjection,
  policyProjection,
  reconciliationsProjection,
  reviewsProjection,
  spotProjection,
  turnoverProjection,
  usersProjection,
  withdrawalsProjection,
];
