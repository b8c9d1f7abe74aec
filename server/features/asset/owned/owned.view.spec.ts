import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amount, format, ZERO, type Amount } from '../../../../shared/money.js';
import type { OwnedHold } from '../../../core/owned.js';
import { OpenDebts } from '../../../core/ports/open-debts.js';
import { refuse } from '../../../core/refusal.js';
import { rungOf, unnamedOf, type Balance, type ProductItem } from './owned.sums.js';
import { ownedViewOf, type OwnedFacts } from './owned.view.js';

const AT = Date.parse('2026-11-30T10:00:00Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const balance = (asset: string, available: string, frozen: string, price: string | null = '1'): Balance => ({
  space: 'spot',
  asset,
  available: amount(available),
  frozen: amount(frozen),
  price: price === null ? null : amount(price),
});
const hold = (asset: string, held: Amount): OwnedHold => ({ space: 'spot', asset, amount: held });
const item = (held: OwnedHold[], more: Partial<ProductItem> = {}): ProductItem => ({
  product: 'custody',
  id: 'cus-1',
  label: 'flat',
  detail: null,
  held,
  beyond: ZERO,
  isEstimate: false,
  isAtRisk: false,
  way: 'mature',
  availableAt: AT + 5 * DAY_MS,
  cost: ZERO,
  early: null,
  ...more,
});
const viewOf = (facts: Partial<OwnedFacts>) =>
  ownedViewOf({ at: AT, position: 7, balances: [], items: [], income: [], unread: [], debts: [], ...facts });
const sum = (texts: readonly string[]): string => format(texts.reduce((all, text) => all + amount(text), ZERO));

describe('how soon something can be had', () => {
  it.each([
    [AT - 1, 'now'],
    [AT, 'now'],
    [AT + 1, 'day'],
    [AT + DAY_MS, 'day'],
    [AT + DAY_MS + 1, 'week'],
    [AT + 7 * DAY_MS, 'week'],
    [AT + 30 * DAY_MS, 'month'],
    [AT + 30 * DAY_MS + 1, 'later'],
    [null, 'undated'],
  ] as const)('of %s is %s', (availableAt, rung) => {
    expect(rungOf(availableAt, AT)).toBe(rung);
  });
});

describe('net assets', () => {
  it('are the balances and what products are worth beyond them, less debts', () => {
    const debts = [
      { product: 'loan', id: 'loan-1', label: '30', usdt: amount('150.5'), dueAt: AT + DAY_MS, dueUsdt: amount('151') },
    ];
    const items = [item([hold('USDT', amount('40'))], { beyond: amount('0.12') })];
    const view = viewOf({ balances: [balance('USDT', '60', '40')], items, debts });
    expect(view).toMatchObject({ spacesUsdt: '100', beyondUsdt: '0.12', debtsUsdt: '150.5', netUsdt: '-50.38' });
    expect(view.debts).toEqual([{ product: 'loan', id: 'loan-1', label: '30', usdt: '150.5', dueAt: AT + DAY_MS }]);
  });

  it('take a loss as they take a gain', () => {
    const items = [item([hold('USDT', amount('40'))], { beyond: amount('-40'), isEstimate: true, way: 'close' })];
    const view = viewOf({ balances: [balance('USDT', '60', '40')], items });
    expect([view.netUsdt, view.items[0]?.valueUsdt]).toEqual(['60', '0']);
    expect(view.products.map(({ product, valueUsdt }) => [product, valueUsdt])).toEqual([
      ['available', '60'],
      ['custody', '0'],
    ]);
  });

  it('say what nothing prices, and count it as 0', () => {
    const view = viewOf({ balances: [balance('OLD', '5', '0', null), balance('USDT', '1', '0')] });
    expect(view.coins).toEqual([
      { currency: 'USDT', valueUsdt: '1', isPriced: true },
      { currency: 'OLD', valueUsdt: '0', isPriced: false },
    ]);
    expect([view.spacesUsdt, view.ladder[0]?.isEstimate]).toEqual(['1', true]);
  });

  it('name what ending early costs and brings, of all items together', () => {
    const early = { cost: amount('2') };
    const items = [
      item([hold('USDT', amount('40'))], { early, beyond: amount('0.5') }),
      item([hold('USDT', amount('20'))], { id: 'cus-2', early }),
      item([hold('USDT', amount('10'))], { id: 'opt-1', product: 'option' }),
    ];
    const { early: all, items: shown } = viewOf({ balances: [balance('USDT', '0', '70')], items });
    expect(all).toEqual({ count: 2, costUsdt: '4', receivesUsdt: '56.5' });
    expect(shown.map(({ early: one }) => one?.receivesUsdt)).toEqual(['38.5', '18', undefined]);
  });

  it('show on-hold money that no product names as such', () => {
    const balances = [balance('USDT', '5', '10')];
    expect([...unnamedOf(balances, [item([hold('USDT', amount('4'))])])]).toEqual([['spot USDT', amount('6')]]);
    const view = viewOf({ balances, items: [item([hold('USDT', amount('4'))])] });
    expect(view.products.find(({ product }) => product === 'other')?.valueUsdt).toBe('6');
    expect(view.netUsdt).toBe('15');
  });

  it('add up to the last digit by product, ladder and coin, whatever amounts and prices round to', () => {
    const digits = fc.bigInt({ min: 0n, max: 10n ** 22n });
    const row = fc.record({ parts: fc.array(digits, { maxLength: 5 }), available: digits, price: digits });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
        const asset = (n: number) => `C${n}`;
        const balances = rows.map(({ parts, available, price }, n) => ({
          ...{ space: 'spot' as const, asset: asset(n), available, price },
          frozen: parts.reduce((all, part) => all + part, ZERO),
        }));
        const items = rows.flatMap(({ parts }, n) =>
          parts.map((part, at) =>
            item([hold(asset(n), part)], {
              product: `p${at}`,
              beyond: part - 10n ** 21n,
              availableAt: part % 2n === ZERO ? null : AT + Number(part % 10n ** 10n),
            }),
          ),
        );
        const view = viewOf({ balances, items });
        const holdings = sum([view.spacesUsdt, view.beyondUsdt]);
        expect(view.netUsdt).toBe(holdings);
        expect(sum(view.products.map(({ valueUsdt }) => valueUsdt))).toBe(holdings);
        expect(sum(view.ladder.map(({ valueUsdt }) => valueUsdt))).toBe(holdings);
        expect(sum(view.coins.map(({ valueUsdt }) => valueUsdt))).toBe(view.spacesUsdt);
      }),
      { numRuns: 200 },
    );
  });
});

describe('what comes on a date', () => {
  const income = (more: Partial<OwnedFacts['income'][number]>): OwnedFacts['income'][number] => ({
    product: 'custody',
    id: 'cus-1',
    label: 'flat',
    what: 'interest',
    at: AT + 2 * DAY_MS,
    asset: 'USDT',
    least: amount('21'),
    most: amount('35'),
    isEstimate: false,
    ...more,
  });
  const debt = { product: 'loan', id: 'loan-1', label: '30', usdt: amount('1000.5'), dueUsdt: amount('1003') };

  it('is income of every product and what is owed then, the soonest first', () => {
    const view = viewOf({ income: [income({})], debts: [{ ...debt, dueAt: AT + DAY_MS }] });
    expect(view.income).toMatchObject([
      { product: 'loan', what: 'repayment', at: AT + DAY_MS - 1, least: '-1003', most: '-1003', isEstimate: false },
      { product: 'custody', what: 'interest', least: '21', most: '35', mostUsdt: '35', isEstimate: false },
    ]);
    expect(view.incomeCount).toBe(2);
  });

  it('is an estimate where a debt is overdue, since it grows with each date', () => {
    const view = viewOf({ debts: [{ ...debt, dueAt: AT }] });
    expect(view.income).toMatchObject([{ what: 'repayment', at: AT - 1, isEstimate: true }]);
  });

  it('names the products that are still being read, which changes no value', () => {
    const facts = { balances: [balance('USDT', '60', '40')], items: [item([hold('USDT', amount('40'))])] };
    const { incomeUnread, ...view } = viewOf({ ...facts, income: [income({})], unread: ['entitlement'] });
    expect([incomeUnread, view.income.length]).toEqual([['entitlement'], 1]);
    expect(viewOf({ ...facts, income: [income({})] })).toEqual({ ...view, incomeUnread: [] });
  });

  it('has no debt without a date', () => {
    expect(viewOf({ debts: [{ ...debt, dueAt: null }] })).toMatchObject({ income: [], incomeCount: 0 });
  });

  it('values coins at the prices of now, as an estimate, and says where nothing prices them', () => {
    const coins = income({ what: 'unlock', asset: 'NOVA', least: amount('7'), most: amount('7') });
    const worth = (price: string | null) => viewOf({ balances: [balance('NOVA', '0', '7', price)], income: [coins] });
    expect(worth('1.5').income).toMatchObject([
      { currency: 'NOVA', least: '7', most: '7', mostUsdt: '10.5', isEstimate: true },
    ]);
    expect(worth(null).income).toMatchObject([{ mostUsdt: null, isEstimate: true }]);
  });
});

describe('what an account owes', () => {
  const kind = (name: string) => ({ name, initial: () => '0', evolve: (state: unknown) => state });
  const [loans, credit] = [kind('loan'), kind('credit')];
  const late = refuse('request.unavailable');
  const owes = (usdt: Amount) => ({ usdt, dueUsdt: usdt });
  const open = new OpenDebts([
    {
      kind: loans,
      debts: (state, at) => [{ id: 'l-1', label: '30', dueAt: 9, ...owes(amount(String(state)) + BigInt(at)) }],
      overdue: () => undefined,
    },
    {
      kind: credit,
      debts: (state) => (state === '0' ? [] : [{ id: 'c-1', label: '', dueAt: null, ...owes(amount(String(state))) }]),
      overdue: (_, at) => (at > 3 ? late : undefined),
    },
  ]);
  const owner = { ownerId: 'u.1' };
  const viewOfStates = (states: Record<string, string>) => ({
    state: <State>({ name }: { name: string }) => (states[name] ?? '0') as State,
  });

  it('is the sum over all products, each by its own stream at the instant', () => {
    expect(open.streams(owner)).toEqual([
      [loans, 'u.1'],
      [credit, 'u.1'],
    ]);
    const view = viewOfStates({ loan: '10', credit: '2.5' });
    expect(open.of(owner, view, 3)).toBe(amount('12.5') + 3n);
    expect(new OpenDebts([]).of(owner, view, 3)).toBe(ZERO);
    expect([open.overdue(owner, view, 3), open.overdue(owner, view, 4)]).toEqual([undefined, late]);
  });

  it('is shown debt by debt with its product, and not at all where nothing is owed', () => {
    expect(open.each(owner, viewOfStates({ loan: '10', credit: '2.5' }), 3)).toEqual([
      { product: 'loan', id: 'l-1', label: '30', dueAt: 9, ...owes(amount('10') + 3n) },
      { product: 'credit', id: 'c-1', label: '', dueAt: null, ...owes(amount('2.5')) },
    ]);
    expect(open.each(owner, viewOfStates({ loan: '10' }), 3).map(({ product }) => product)).toEqual(['loan']);
  });
});
