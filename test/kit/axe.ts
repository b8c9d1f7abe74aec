import type { ImpactValue } from 'axe-core';
import type { Page } from 'playwright-core';
import { read } from './sources.js';

const AXE = read('node_modules/axe-core/axe.min.js');

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

interface Violation {
  id: string;
  impact?: ImpactValue;
  html?: string;
}

async function examine(page: Page, { within, without = [] }: Look): Promise<Violation[]> {
  // A page keeps what it has loaded once.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(AXE);
  const options = {
    reporter: 'no-passes',
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    selectors: false,
    // Only a rule that is off by default reads style sheets.
    preload: { assets: ['media'] },
  };
  // Handing over whole results takes longer than finding them.
  return page.evaluate<Violation[]>(`
    axe.run(${within === undefined ? 'document' : JSON.stringify(within)}, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes[0]?.html })),
    )
  `);
}

const linesOf = (violations: Violation[]): string[] => violations.map(({ id, html }) => `${id}: ${html}`);
