import { IDENTITY_LEVELS } from '../../../contracts/identity.contract.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import type { Redecision } from '../../core/redecision.js';
import { IdentityReader } from './identity.reader.js';
import { identityReview } from './identity.review.js';

type Parts = Omit<Parameters<typeof identityReview>[1], 'reader'> & { readonly levels: IdentityReader };

export const redecision: Redecision = {
  ports: ({ outside, ports }) => {
    const levels = new IdentityReader(
      outside('the store'),
      outside('the vault'),
      ports<{ readonly gate: AccountGate }>().gate,
    );
    return { levels };
  },
  reviews: ({ ports }) => {
    const { pool, clock, levels } = ports<Parts>();
    return IDENTITY_LEVELS.map((level) => identityReview(level, { pool, clock, reader: levels }));
  },
};
