import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { riskPremiumsView, type RiskPremiumsView } from '../../../contracts/risk-premium.calls.js';

export const KEPT_PREMIUMS = 'risk-premiums.json';

/** The published table. A broken file throws: it is our own mistake. */
export function readPremiums(seedsFolder: string): RiskPremiumsView {
  return riskPremiumsView.parse(JSON.parse(readFileSync(join(seedsFolder, KEPT_PREMIUMS), 'utf8')));
}
