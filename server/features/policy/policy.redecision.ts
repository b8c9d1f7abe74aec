import type { Redecision } from '../../core/redecision.js';
import { PastPolicies } from './past-policies.js';

export const redecision: Redecision = { ports: async ({ house }) => ({ rules: await PastPolicies.read(house) }) };
