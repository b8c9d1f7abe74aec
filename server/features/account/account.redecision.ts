import type { Redecision } from '../../core/redecision.js';
import { accountGate } from './account.gate.js';

export const redecision: Redecision = { ports: () => ({ gate: accountGate }) };
