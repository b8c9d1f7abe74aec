import { z } from 'zod';
import { ONE, tryAmount, ZERO } from '../shared/money.js';
import { decimal } from './policy-field.contract.js';

const share = () => decimal('0', '0.5');

/**
 * What inviters earn of the trading fees of those whom they invited, by level. The fee tables say how much all levels may get together
 * (`invitationShare`): near levels come first, and far ones get what is left.
 */
export const invitationRewards = z
  .strictObject({ level1: share(), level2: share(), level3: share(), level4: share() })
  .refine((shares) => Object.values(shares).reduce((sum, text) => sum + (tryAmount(text) ?? ZERO), ZERO) <= ONE, {
    path: ['level1'],
  });
