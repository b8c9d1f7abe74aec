import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.js';

/** What the product is called, as the seeds have it: for letters and for what authenticators list accounts under. */
export function productName(): string {
  const brand = readFileSync(join(projectRoot, 'seeds', 'content', 'brand.json'), 'utf8');
  return (JSON.parse(brand) as { name: string }).name;
}
