import type { Simulation } from '../../outside/hostile/simulation.js';
import { recoveryHold } from './recovery.handler.js';

export const simulation = (): Simulation => ({ offers: { hold: recoveryHold } });
