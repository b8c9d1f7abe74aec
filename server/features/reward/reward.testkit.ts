import type { RewardRules } from './reward.commands.js';

/** Rules as the policy seeds them. */
export const RULES: RewardRules = { feeVoucherPoints: 28, feeVoucherUsdt: '1', feeVoucherDays: 90, feeShare: '0.5' };
export const POLICY = { name: 'reward.rules', version: 1, values: RULES };
