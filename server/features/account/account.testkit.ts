import type { DemoRules } from './account.commands.js';

/** Policy `demo.rules` as a new installation has it. */
export const DEMO_RULES: DemoRules = {
  name: 'demo.rules',
  version: 1,
  grantAsset: 'USDT',
  grantAmount: '100000',
  lifeDays: 30,
};
