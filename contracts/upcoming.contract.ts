import { z } from 'zod';
import { commonFields } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

/** Of calls whose product is not open yet: their fields are not settled, so any are let through. */
export const upcomingInput = z.looseObject(commonFields);

export const upcomingRefusals = { 'feature.not-open': { status: 200 } } as const satisfies Record<string, RefusalRule>;
