import { describe, expect, it } from '@jest/globals';
import type { InstrumentView } from '../../../contracts/market.contract';
import { readText } from '../../lib/rendered.testkit';
import { calculate, fieldsFrom, orderOf, type Calculator, type CalculatorFields } from './calculator';
import { CalculatorFigures } from './CalculatorFigures';
import { CalculatorForm } from './CalculatorForm';

const contract = {
  tickSize: '0.1',
  lotSize: '0.001',
  coming: [],
  brackets: [
    { bracket: 1, from: '0', to: '50000', leverageMax: 100, rate: '0.004', amount: '0' },
    { bracket: 2, from: '50000', to: '1000000', leverageMax: 20, rate: '0.01', amount: '300' },
  ],
};
const book = { base: 'BTC', quote: 'USDT', priceDecimals: 1, quantityDecimals: 3, tickSize: '0.1', lotSize: '0.001' };
const rates = { maker: '0.0002', taker: '0.0005' };
const FIRST = fieldsFrom({ price: '10000', quantity: '1' }, { side: 'long', leverage: 10, price: null });

const resultOf = (calculator: Calculator, change: Partial<CalculatorFields>) =>
  calculate(calculator, { ...FIRST, ...change }, { contract, rates, takerRate: '0.0005' });

function read(calculator: Calculator, change: Partial<CalculatorFields>): Promise<string> {
  const fields = { ...FIRST, ...change };
  const result = resultOf(calculator, change);
  return readText(
    <>
      <CalculatorForm
        {...{ calculator, fields, contract, rates }}
        book={book as InstrumentView}
        problem={result.problem}
        onChange={() => undefined}
      />
      <CalculatorFigures {...{ calculator, result }} book={book as InstrumentView} leverage={Number(fields.leverage)} />
    </>,
    'contract',
    'order',
    'refusal',
  );
}

describe('the calculators of a contract', () => {
  it('reckon by the strictest table while a new one comes', () => {
    const strict = [{ bracket: 1, from: '0', to: '8000', leverageMax: 9, rate: '0.05', amount: '0' }];
    const changing = { ...contract, coming: [{ version: 2, from: 0, brackets: strict }] };
    const by = (terms: typeof contract | typeof changing, change: Partial<CalculatorFields>) =>
      calculate('liquidation', { ...FIRST, ...change }, { contract: terms, rates, takerRate: '0.0005' });
    expect(by(changing, {})).toMatchObject({ problem: { key: 'leverage.range' } });
    expect(by(changing, { leverage: '9' }).positionMax).toBe(8_000n * 10n ** 18n);
    const [before, after] = [contract, changing].map(
      (terms) => by(terms, { leverage: '9', quantity: '0.5' }).liquidation?.liquidationPrice ?? 0n,
    ) as [bigint, bigint];
    expect(after > before).toBe(true);
  });

  it('say what closing at a price brings after the fees of the account', async () => {
    // 1,000 - 10,000 x 0.02% - 11,000 x 0.05% = 992.5, of a margin of 1,000.
    const text = await read('profit', { exit: '11000', opening: 'maker' });
    expect(text).toContain('Opening order Maker 0.02% Taker 0.05% Closing order Maker 0.02% Taker 0.05%');
    expect(text).toContain(
      'Profit after fees ≈ +992.50 USDT ROE ≈ 99.25% PnL before fees ≈ +1,000.00 USDT Fees ≈ 7.50 USDT Initial margin ≈ 1,000.00 USDT',
    );
  });

  it('find the price of a return or of a profit, whichever was typed', async () => {
    expect(await read('target', { roe: '10' })).toContain('Target price ≈ 10,110.1 USDT Change from entry ≈ 1.10%');
    expect(await read('target', { gain: '100' })).toContain('Target price ≈ 10,110.1 USDT');
    expect(await read('target', {})).toContain('Fill in the fields to see the result.');
  });

  it('say where a position is liquidated, and how margin that is added moves that', async () => {
    // (10,000 - 1,000 - 4.5) / (1 - 0.4% - 0.05%): the closing fee at 9,000 is reserved.
    const text = await read('liquidation', {});
    expect(text).toContain('Liquidation price ≈ 9,036.2 USDT Distance from entry ≈ 9.64%');
    expect(text).toContain('Margin with closing fee ≈ 1,004.50 USDT Maintenance margin ≈ 40.00 USDT');
    expect(text).not.toContain('Opening order');
    expect(await read('liquidation', { added: '500' })).toContain('Liquidation price ≈ 8,534.0 USDT');
    expect(await read('liquidation', { added: '9500' })).toContain('Liquidation price None');
  });

  it('size a position by what it may lose, fees included', async () => {
    // 100 / (500 + 10,000 x 0.05% + 9,500 x 0.05%) = 0.1961...
    const text = await read('risk', { risk: '100', stop: '9500' });
    expect(text).toContain('Quantity 0.196 BTC Position value ≈ 1,960.00 USDT');
    expect(text).toMatch(/Loss at the stop, with fees ≈ -99\.91 USDT Initial margin ≈ 196\.00 USDT/);
    expect(text).not.toContain('Closing order');
    // The stop takes from the book, whatever was chosen for closing in another calculator.
    const fields = { risk: '100', stop: '9500' };
    expect(resultOf('risk', { ...fields, closing: 'maker' })).toEqual(resultOf('risk', fields));
  });

  it('warn of a stop that comes after liquidation, and name the leverage by which it comes before', async () => {
    const late = 'At 20x the position is liquidated before the stop. Choose 16x or less.';
    expect(await read('risk', { risk: '100', stop: '9449', leverage: '20' })).toContain(late);
    expect(await read('risk', { risk: '100', stop: '9449', leverage: '16' })).not.toContain('is liquidated before');
    const never = 'The position is liquidated before this stop at any leverage. Choose a closer stop.';
    expect(await read('risk', { side: 'short', risk: '100', stop: '30000' })).toContain(never);
  });

  it('warn of a size that its leverage may not have', async () => {
    const leverage = 'A position of 60,000 USDT allows 20x leverage; yours is 50x.';
    expect(await read('profit', { quantity: '6', exit: '11000', leverage: '50' })).toContain(leverage);
    const limit = 'A position can be worth 1,000,000 USDT at most.';
    expect(await read('liquidation', { quantity: '101' })).toContain(limit);
  });

  it.each([
    ['profit', { exit: '11000', leverage: '101' }, 'Choose a whole number from 1 to 100.'],
    ['profit', { exit: '11000', leverage: '' }, 'Choose a whole number from 1 to 100.'],
    ['risk', { risk: '100', stop: '10000' }, 'For a long, enter a stop below the entry price.'],
    ['risk', { risk: '100', stop: '9000', side: 'short' }, 'For a short, enter a stop above the entry price.'],
    ['risk', { risk: '0.01', stop: '9000' }, 'This is too little for one lot of 0.001 BTC.'],
    ['target', { side: 'short', roe: '1100' }, 'No price brings that much. Enter less.'],
  ] as const)('say what is wrong with %s of %j', async (calculator, change, message) => {
    expect(await read(calculator, change)).toContain(message);
    expect(orderOf(calculator, { ...FIRST, ...change }, resultOf(calculator, change))).toBeNull();
  });

  it('put their size into the order form as a limit order that opens, with what protects it', () => {
    const fields = { ...FIRST, side: 'short' as const, risk: '100', stop: '10500' };
    expect(orderOf('risk', fields, resultOf('risk', fields))).toEqual({
      side: 'sell',
      type: 'limit',
      price: '10000',
      quantity: '0.195',
      sizedBy: 'quantity',
      total: '',
      attached: { by: 'price', trigger: null, levels: [{ share: '100', takeProfit: '', stopLoss: '10500' }] },
    });
    expect(orderOf('profit', FIRST, resultOf('profit', {}))).toBeNull();
    const levelsOf = (calculator: Calculator, change: Partial<CalculatorFields>) =>
      orderOf(calculator, { ...FIRST, ...change }, resultOf(calculator, change))?.attached?.levels;
    expect(levelsOf('target', { roe: '10' })).toMatchObject([{ takeProfit: '10110.1', stopLoss: '' }]);
    expect(levelsOf('profit', { exit: '9000' })).toMatchObject([{ takeProfit: '', stopLoss: '9000' }]);
    expect(levelsOf('liquidation', {})).toEqual([]);
  });

  it('begin with the order form, and with the price of now where none was typed', () => {
    expect(FIRST).toMatchObject({ side: 'long', leverage: '10', entry: '10000', quantity: '1' });
    const at = { side: 'short', leverage: 5, price: '9999.9' } as const;
    expect(fieldsFrom({ price: '', quantity: '' }, at)).toMatchObject({ entry: '9999.9', side: 'short' });
    expect(fieldsFrom({ price: '', quantity: '' }, { ...at, price: null }).entry).toBe('');
  });
});
