import { expect, it } from '@jest/globals';
import type { OptionPrices } from '../../core/ports/option-prices.js';
import { OptionTermsQuery } from './option.terms.js';
import { figuresAt, RULES } from './option.testkit.js';

it('is offered by the rules that it will carry, whatever is published meanwhile', () => {
  const read = { name: 'option.rules', version: 1, values: RULES };
  const published = { ...read, version: 2, values: { ...RULES, edge30s: '0.1', delayBeatsMax: 3 } };
  const edges: string[] = [];
  const offer: OptionPrices['offer'] = (_symbol, { delayBeatsMax }, edge, at) => {
    edges.push(`${edge} ${delayBeatsMax}`);
    return { figures: figuresAt(at), problem: null };
  };
  const nothing = {} as never;
  const terms = new OptionTermsQuery(
    { offer } as OptionPrices,
    { inForce: () => published } as never,
    nothing,
    nothing,
  );
  terms.offer('BTCUSDT', '30s', read, 0);
  expect([edges, terms.rules(read).version, terms.rules().version]).toEqual([['0.04 8'], 1, 2]);
});
