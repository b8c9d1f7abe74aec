import { describe, expect, it } from '@jest/globals';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { amount, fromSteps } from '../../../shared/money.js';
import { isRefusal, refuse } from '../../core/refusal.js';
import { testModel, TEST_LAUNCH_AT } from '../../market/simulator/simulator.testkit.js';
import { readPolicySeeds } from '../policy/policy-seeds.js';
import { currenciesOf, indexOf, priceOf, type C2cIndex } from './c2c.rules.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
const WEEKS = 104;
const SATURDAY = TEST_LAUNCH_AT + 24 * 60 * MINUTE_MS;

const rules = readPolicySeeds('seeds').find(({ name }) => name === 'c2c.rules')?.values as KnownPolicies['c2c.rules'];
const model = testModel(['EURUSDT', 'GBPUSDT', 'USDJPYUSDT']);

function indexAt(currency: string, at: number): C2cIndex {
  const lastIndex = (asset: string) => {
    const symbol = `${asset}USDT`;
    if (!model.symbols().includes(symbol)) return refuse('market.symbol-unknown', { symbol });
    const { open, nextChangeAt = 0, closedAt = 0 } = model.sessionState(symbol, at);
    const priceUsdt = fromSteps(model.priceTicksAt(symbol, at), amount(model.spec(symbol).tickSize));
    return { asset, symbol, priceUsdt, at: open ? at : closedAt, opensAt: open ? null : nextChangeAt };
  };
  const index = indexOf(currency, { lastIndex }, at);
  if (isRefusal(index)) throw new Error(index.refusal);
  return index;
}

/** How far above what the order costs one USDT is worth, at the best moment to pay: a share. */
function bestOf(currency: string, weekend: number): { gap: number; gain: number } {
  const { opensAt } = indexAt(currency, weekend);
  if (opensAt === null) throw new Error('the market is open');
  const placedAt = opensAt - SECOND_MS;
  const closed = indexAt(currency, placedAt);
  const price = Number(priceOf(closed, rules));
  const worths: number[] = [];
  for (let at = opensAt; at < placedAt + rules.validMinutes * MINUTE_MS; at += 5 * MINUTE_MS)
    worths.push(Number(amount(indexAt(currency, at).price)));
  const best = Math.max(...worths);
  return { gap: best / Number(amount(closed.price)) - 1, gain: best / price - 1 };
}

describe('a bot that orders a second before the open and pays only if the gap is worth it', () => {
  const currencies = currenciesOf(rules).filter((currency) => currency !== 'USD');
  const weekends = Array.from({ length: WEEKS }, (_, week) => SATURDAY + week * WEEK_MS);

  it.each(currencies)('never earns in %s', (currency) => {
    const tries = weekends.map((weekend) => bestOf(currency, weekend));
    // Without a margin it would: the gap is real.
    expect(tries.filter(({ gap }) => gap > 0).length).toBeGreaterThan(WEEKS / 4);
    expect(Math.max(...tries.map(({ gain }) => gain))).toBeLessThan(0);
  });
});
