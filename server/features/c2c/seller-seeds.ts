import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { addSellerBody } from '../../../contracts/c2c.seller.contract.js';
import { formProblem } from './seller.decider.js';

const seeds = z.array(addSellerBody.omit({ requestToken: true }).extend({ sellerId: z.string().min(1) }));

/** A seller's account that a new installation begins with. */
export type SeededSeller = z.output<typeof seeds>[number];

/** Reads `seeds/sellers.json`. A seed that could not be typed into the form is our own mistake and throws. */
export function readSellerSeeds(folder: string): SeededSeller[] {
  const sellers = seeds.parse(JSON.parse(readFileSync(join(folder, 'sellers.json'), 'utf8')));
  for (const seller of sellers) {
    const problem = formProblem(seller);
    if (problem !== undefined) throw new Error(`seeds/sellers.json: ${seller.sellerId}: ${problem.refusal}`);
  }
  return sellers;
}
