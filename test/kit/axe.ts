import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What of a page is looked at: all of it, or what stands within a selector; every rule, or all but some. */
export interface Look {
  within?: string;
  without?: string[];
}

/** Serious and critical findings of axe, as `rule: element`. */
export async function unfit(page: Page, look: Look = {}): Promise<string[]> {
  const found = await examine(page, look);
  return linesOf(found.filter(({ impact }) => impact === 'serious' || impact === 'critical'));
}

/** Every finding of axe, however small, as `rule: element`. */
export async function anyUnfit(page: Page, look: Look = {}): Promise<string[]> {
  return linesOf(await examine(page, look));
}

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

async function examine(page: Page, { within, without = [] }: Look): Promise<Violations> {
  // Our pages have no frames, and passed checks are not reported: that takes a fifth of the time.
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  if (within !== undefined) builder.include(within);
  const { violations } = await builder.disableRules(without).analyze();
  return violations;
}

const linesOf = (violations: Violations): string[] => violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
