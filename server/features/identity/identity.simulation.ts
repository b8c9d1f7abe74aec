import type { StreamKind } from '../../core/decider.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import type { SimulatedWorld, Simulation } from '../simulation.js';
import { identityKind } from './identity.decider.js';

export const simulation = ({ strangers }: SimulatedWorld): Simulation => {
  const levels: Pick<VerificationLevels, 'stream' | 'levels'> = {
    stream: (userId) => [identityKind as StreamKind<unknown>, userId],
    levels: (_, userId) => {
      const primary = !strangers.includes(userId);
      return { primary, advanced: primary, address: false };
    },
  };
  return { offers: { levels } };
};
