import { describe, expect, it } from '@jest/globals';
import { amount, format } from '../../../shared/money.js';
import type { MarginPolicy } from '../../trading/venue/order.commands.js';
import { chosenLeverage, openingLimit } from './contract.rules.js';
import { leverage, MARGIN, order, ownerOf, quiz, world } from './contract.testkit.js';
import { contractOf, positionKind } from './position/position.state.js';

const NAME = 'contract.crypto';
const table = (version: number, ...brackets: MarginPolicy['brackets']) => ({ version, from: 9e12, brackets });
const STRICT = table(2, { to: '5000', leverageMax: 8, rate: '0.05' }, { to: '7000', leverageMax: 4, rate: '0.1' });
const LOOSE = table(2, { to: '500000', leverageMax: 200, rate: '0.001' });
const coming = (...tables: MarginPolicy['coming']) => ({ margin: { coming: tables } });
const limit = (notional: string, tables: MarginPolicy['coming']) => {
  const found = openingLimit({ ...MARGIN, coming: tables }, 0, amount(notional));
  return [found.leverageMax, format(found.positionMax), found.policy.version];
};

describe('what may open while a new table comes', () => {
  it('fits every table, and a refusal names the version of the one that refused', () => {
    const passed = world().and(quiz('ann'), leverage('ann', 9));
    const small = { margin: { brackets: [{ to: '500', leverageMax: 10, rate: '0.04' }], coming: [LOOSE] } };
    const refused = (...asked: Parameters<typeof order>) => passed.when(order(...asked)).refusal?.params;
    expect(refused('ann', 'buy', '1', '100', coming(STRICT))).toMatchObject({
      leverage: 9,
      maximum: 8,
      policy: NAME,
      version: 2,
    });
    expect(refused('ann', 'buy', '75', '100', coming(STRICT))).toMatchObject({
      maximum: '7000',
      policy: NAME,
      version: 2,
    });
    expect(refused('ann', 'buy', '6', '100', small)).toMatchObject({
      maximum: '500',
      policy: NAME,
      version: 1,
    });
    passed.when(order('ann', 'buy', '1', '100', coming(LOOSE))).then('ContractBookOpened', 'ContractOrderAccepted');
  });

  it('is what the strictest of all that come allows, and of equals the one that positions follow', () => {
    const stricter = table(3, { to: '4000', leverageMax: 3, rate: '0.1' });
    expect(limit('1000', [])).toEqual([100, '100000', 1]);
    expect(limit('1000', [STRICT, stricter])).toEqual([3, '4000', 3]);
    expect(limit('1000', [stricter, { ...STRICT, version: 4 }])).toEqual([3, '4000', 3]);
    expect(limit('8000', [STRICT, stricter])).toEqual([0, '4000', 3]);
    expect(limit('200000', [table(2, ...MARGIN.brackets)])).toEqual([0, '100000', 1]);
  });

  it('opens by less than the usual leverage where a new table allows less', () => {
    expect([[], [LOOSE], [STRICT]].map((tables) => chosenLeverage(null, { ...MARGIN, coming: tables }))).toEqual([
      10, 10, 8,
    ]);
    world()
      .when(order('ann', 'buy', '1', '100', coming(STRICT)))
      .then('ContractBookOpened', 'ContractOrderAccepted');
  });

  it('has no more leverage than it allows, which its owner is told by the version of it', () => {
    const wanted = leverage('ann', 12);
    const chosen = { ...wanted, data: { ...wanted.data, margin: { ...MARGIN, coming: [STRICT] } } };
    expect(world().when(chosen).refusal?.params).toMatchObject({ maximum: 8, policy: NAME, version: 2 });
    const known = world().and(wanted);
    expect(contractOf(known.realm.state(positionKind, ownerOf('ann')), 'BTCUSDT-PERP').leverage).toBe(12);
  });

  it('needs the quiz by the rules of contracts, whose version the refusal names', () => {
    expect(world().when(leverage('ann', 20)).refusal?.params).toMatchObject({ policy: 'contract.rules', version: 1 });
  });
});
