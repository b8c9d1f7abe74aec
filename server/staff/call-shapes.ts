import { z } from 'zod';
import { listQuery } from '../../contracts/staff.contract.js';
import type { Access, Asked } from '../edge/http/call.js';

const byId = z.object({ id: z.string().min(1).max(300) });

/** What every list of the console has in common. */
export const LIST = { input: listQuery, body: 'bare', refusals: ['request.unavailable'] } as const;
/** What every single row of the console has in common. */
export const ONE = { input: byId, event: 'show', body: 'bare', refusals: ['staff.not-found'] } as const;

export type List<Who extends Access> = Asked<typeof listQuery, Who>;
export type One<Who extends Access> = Asked<typeof byId, Who>;
