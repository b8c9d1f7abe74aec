/** The help that says the rules of each product: forms link to it, and its version is kept with what was ticked. */
export const RULES_PAGES = {
  custody: 'how-ai-custody-works',
  vip: 'how-vip-products-work',
  fund: 'how-funds-work',
  loan: 'how-loans-work',
  subscription: 'how-new-coins-work',
} as const;
export type RulesProduct = keyof typeof RULES_PAGES;
