import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Measured } from './measure-seed.js';

export const KEPT_FIGURES = 'scorecard.json';

const figures = z.record(z.string(), z.number());
const kept = z.strictObject({ asked: figures, figures: z.array(figures).min(1) });

/** The figures of all seeds as `model-card` last measured them. A broken file throws: it is our own mistake. */
export function readFigures(seedsFolder: string): Measured {
  return kept.parse(JSON.parse(readFileSync(join(seedsFolder, KEPT_FIGURES), 'utf8')));
}
