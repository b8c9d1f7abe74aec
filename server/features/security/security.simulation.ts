import type { Simulation } from '../simulation.js';
import { recoveryHold } from './recovery.handler.js';

export const simulation = (): Simulation => ({ offers: { hold: recoveryHold } });
