import type { Redecision } from '../../core/redecision.js';
import { RiskQuery } from './risk.query.js';

export const redecision: Redecision = {
  ports: ({ outside, ports }) => {
    const { rules } = ports<{ rules: ConstructorParameters<typeof RiskQuery>[1] }>();
    return { caps: new RiskQuery(outside('the store'), rules, outside('the vault'), outside('the clock')) };
  },
};
