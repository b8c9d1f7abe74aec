import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { amount, format, ZERO } from '../../shared/money.js';
import type { ClosedPositionView } from '../../contracts/contract.contract.js';
import { INSTRUMENT_CLASSES } from '../../contracts/market.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { ContractFacts } from '../../server/core/ports/contract-facts.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import { startApp, WEDNESDAY_NOON, type StartedApp } from '../kit/app.js';
import { eventually } from '../kit/eventually.js';
import { Trader } from '../kit/trader.js';

const clock = new FakeClock(WEDNESDAY_NOON);
const SYMBOL = 'BTCUSDT-PERP';
const SIDE = { long: 'buy', short: 'sell' } as const;
let started: StartedApp;

beforeAll(async () => {
  started = await startApp({ clock });
}, 60_000);
afterAll(() => started.close());

/** A demo account with USDT for contracts. */
async function ready(space: 'contract' | 'futures' = 'contract'): Promise<Trader> {
  const demo = await Trader.demo(started);
  await demo.given('transfer', { from: 'spot', to: space, currency: 'USDT', amount: '50000' });
  return demo;
}

const opening = (side: 'long' | 'short', quantity = '0.1', symbol = SYMBOL) => ({
  symbol,
  side: SIDE[side],
  positionSide: side,
  type: 'market',
  quantity,
});

async function held(trader: Trader, space = 'contract'): Promise<string> {
  const { rows } = await trader.given('getAsset2');
  return rows.find((row) => row.space === space && row.currency === 'USDT')?.frozen ?? '0';
}

/** The rows of the file of closed positions, by heading. */
async function exported(trader: Trader, filters: Record<string, string | number> = {}) {
  const file = await trader.file('exportPositions', filters);
  expect(file.headers.get('content-disposition')).toMatch(/filename="glassbook-positions-.+\.csv"$/);
  const [names = [], ...rows] = (await file.text()).split('\r\n').map((line) => line.split(','));
  return rows.slice(0, -1).map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])));
}

/** A closed position as the file has it: instants by ISO 8601. */
const asRow = (position: ClosedPositionView) => ({
  ...Object.fromEntries(Object.entries(position).map(([name, value]) => [name, String(value)])),
  openedAt: new Date(position.openedAt).toISOString(),
  closedAt: new Date(position.closedAt).toISOString(),
});

describe('the fees of contracts', () => {
  it('have a table and a volume of their own', async () => {
    const visitor = new Trader(started);
    const { tiers, policy } = await visitor.given('getContractFeeTable');
    expect([tiers.length, policy.name]).toEqual([8, 'contract.fees']);
    expect(tiers[1]).toEqual({ tier: 1, from: '15000000', makerRate: '0.00016', takerRate: '0.0004' });
    expect((await visitor.given('getFeeTable')).tiers[1]).not.toEqual(tiers[1]);
    await visitor.when('getContractFees').then('401 session.missing');
    const demo = await ready();
    await demo.given('placeOrder', { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.01' });
    await demo.when('getContractFees').then({ tier: 0, makerRate: '0.0002', takerRate: '0.0005', runningVolume: '0' });
    await demo.given('placeContractOrder', opening('long'));
    const { items } = await demo.given('getMyTrades', { product: 'contract' });
    const traded = items.reduce((sum, { notional }) => sum + amount(notional), ZERO);
    const missing = format(amount('15000000') - traded);
    await demo.when('getContractFees').then({
      runningVolume: format(traded),
      next: { tier: 1, missing },
      policy: { name: 'contract.fees' },
    });
    // The specs below count what users have open.
    await demo.given('closePositions');
  });
});

describe('the contracts on an instrument', () => {
  it('are a perpetual one and two that deliver, with prices, brackets and what users have open', async () => {
    const visitor = new Trader(started);
    const { contracts, takerRate } = await visitor.given('getContracts', { underlying: 'BTCUSDT' });
    expect(contracts.map(({ kind }) => kind)).toEqual(['perpetual', 'delivery', 'delivery']);
    const [perpetual] = contracts;
    expect(perpetual).toMatchObject({ symbol: SYMBOL, space: 'contract', lotSize: '0.0001' });
    expect(perpetual?.brackets[0]).toMatchObject({ leverageMax: 100, rate: '0.004' });
    expect(takerRate).toBe('0.0005');
    const [mark, index] = [amount(perpetual?.markPrice ?? '0'), amount(perpetual?.indexPrice ?? '0')];
    expect(mark > ZERO && index > ZERO).toBe(true);
    const shares = (await visitor.given('getContracts', { underlying: 'AAPLUSDT' })).contracts;
    expect(shares.map(({ symbol, brackets }) => [symbol, brackets[0]?.leverageMax])).toContainEqual([
      'AAPLUSDT-PERP',
      25,
    ]);
    const market = started.app.get<MarketService>(MarketService, { strict: false }).open.market;
    const facts = started.app.get<ContractFacts>(ContractFacts, { strict: false });
    const offered = market.symbols().filter((symbol) => facts.on(symbol, clock.now()).length === 3);
    expect(offered.length).toBeGreaterThan(2_500);
    expect(new Set(offered.map((symbol) => market.spec(symbol).class)).size).toBe(INSTRUMENT_CLASSES.length);
    for (const underlying of ['NONEUSDT', SYMBOL])
      await visitor.when('getContracts', { underlying }).then('market.symbol-unknown', `“${underlying}”`);
  });
});

describe('the tickers of contracts', () => {
  // Nobody else here trades in it.
  const OTHER = 'SOLUSDT-PERP';
  const one = async (trader: Trader, symbol: string) =>
    (await trader.given('getContractTickers', { symbols: symbol }))[0];

  it('have prices of the contract itself, its day and its funding, and a user’s trade as the last price', async () => {
    const demo = await ready();
    const before = await one(demo, OTHER);
    const values = (['last', 'mark', 'index', 'high24h', 'low24h'] as const).map((name) => Number(before?.[name]));
    expect(values.every((value) => value > 10)).toBe(true);
    expect(Number(before?.high24h)).toBeGreaterThan(Number(before?.low24h));
    expect(amount(before?.basis ?? '')).toBe(amount(before?.mark ?? '') - amount(before?.index ?? ''));
    // A premium keeps it off its index.
    expect(Number(before?.basis)).not.toBe(0);
    const { predictedRate, nextFundingAt } = await demo.given('getFunding', { symbol: 'SOLUSDT' });
    expect(before).toMatchObject({ fundingRate: predictedRate, nextFundingAt, openLong: '0', openInterest: '0' });
    await demo.given('placeContractOrder', opening('long', '5', OTHER));
    const tape = await demo.given('getTrades', { symbol: OTHER, limit: '50' });
    const price = Number(tape.find(({ id }) => !id.startsWith('a-'))?.price);
    // The read model has it before the next second, for which a ticker is kept.
    const { contracts } = await demo.given('getHousePositions');
    expect(contracts.map(({ symbol }) => symbol)).toContain(OTHER);
    clock.advance(1_000);
    const after = await one(demo, OTHER);
    expect(after?.openLong).toBe('5');
    expect(Number(after?.openInterest) / price).toBeCloseTo(5, 1);
    expect(Number(after?.high24h)).toBeGreaterThanOrEqual(price);
    expect(Number(after?.low24h)).toBeLessThanOrEqual(price);
    await demo.given('closePositions', {});
  });

  it('have high and low where one is asked for, and leave out what is no contract', async () => {
    const visitor = new Trader(started);
    const symbols = 'ETHUSDT-PERP,NOUSDT-PERP,BTCUSDT-261204';
    const named = await visitor.given('getContractTickers', { symbols });
    expect(named.map(({ symbol, high24h, fundingRate }) => [symbol, high24h, fundingRate === null])).toEqual([
      ['ETHUSDT-PERP', null, false],
      ['BTCUSDT-261204', null, true],
    ]);
    await visitor.when('getContractTickers', { symbols: 'NOUSDT-PERP' }).then('market.symbol-unknown');
  });
});

describe('a trailing stop of a contract', () => {
  it('follows the mark price, holds nothing, and shrinks with the position that it closes', async () => {
    const demo = await ready();
    await demo.given('placeContractOrder', opening('long'));
    const before = await held(demo);
    const terms = { symbol: SYMBOL, side: 'sell', positionSide: 'long', type: 'trailing-stop', callback: '2%' };
    const { closing, held: holds } = await demo.given('previewContractOrder', { ...terms, quantity: '0.1' });
    const [{ markPrice = '0', entryPrice = '0' } = {}] = (await demo.given('getPositions')).positions;
    expect(holds).toBe('0');
    expect(+(closing?.price ?? 0) / +markPrice).toBeCloseTo(0.98, 3);
    expect(+(closing?.pnl ?? 0)).toBeCloseTo(0.1 * (+(closing?.price ?? 0) - +entryPrice), 4);
    expect(+(closing?.fee ?? 0)).toBeCloseTo(0.1 * +(closing?.price ?? 0) * 0.0005, 6);
    const { orders } = await demo.given('placeContractOrder', { ...terms, quantity: '0.1' });
    expect(orders).toMatchObject([{ type: 'trailing-stop', trigger: 'mark', callback: '2%', untriggered: true }]);
    expect(await held(demo)).toBe(before);
    await demo.given('closePosition', { symbol: SYMBOL, side: 'long', quantity: '0.04' });
    const [open] = await demo.given('getOpenOrders', { product: 'contract' });
    expect(open).toMatchObject({ orderId: orders[0]?.orderId, quantity: '0.06', callback: '2%' });
    await demo.given('closePosition', { symbol: SYMBOL, side: 'long' });
    expect(await demo.given('getOpenOrders', { product: 'contract' })).toEqual([]);
  });
});

describe('levels that are attached to an order of a contract', () => {
  it('protect what is filled, hold nothing, shrink with the position and end with it', async () => {
    const demo = await ready();
    const { contracts } = await demo.given('getContracts', { underlying: 'BTCUSDT' });
    const at = (share: number) => `${Math.round(+(contracts[0]?.markPrice ?? 0) * share)}`;
    const wanted = { ...opening('long'), attached: `70:${at(1.1)}:${at(0.97)},30::${at(0.97)}` };
    await demo
      .when('placeContractOrder', { ...wanted, attached: `100::${at(0.9)}` })
      .then('contract.stop-beyond-liquidation');
    const { orders } = await demo.given('placeContractOrder', wanted);
    const [entry] = orders;
    expect(entry?.attached.map(({ quantity }) => quantity)).toEqual(['0.07', '0.03']);
    expect(await held(demo)).toBe((await demo.given('getPositions')).positions[0]?.margin);
    const open = async () =>
      (await demo.given('getOpenOrders', { product: 'contract' }))
        .map(
          ({ type, trigger, reduceOnly, quantity }) =>
            `${type} ${quantity} by ${trigger}${reduceOnly ? ' closes' : ''}`,
        )
        .sort();
    const both = ['stop 0.03 by mark closes', 'stop 0.07 by mark closes', 'take-profit 0.07 by mark closes'];
    expect(await open()).toEqual(both);
    await demo.given('closePosition', { symbol: SYMBOL, side: 'long', quantity: '0.05' });
    expect(await open()).toEqual(both.map((line) => line.replace('0.07', '0.05')));
    await demo.given('cancelContractOrder', { symbol: SYMBOL, orderId: entry?.attached[0]?.stopLossOrderId ?? '' });
    expect(await open()).toEqual(both.slice(0, 1));
    await demo.given('closePositions');
    expect(await open()).toEqual([]);
  });
});

describe('a roll', () => {
  it('says what it costs, moves all of a position to the next week at once, and changes nothing where it is refused', async () => {
    const demo = await ready('futures');
    const { contracts } = await demo.given('getContracts', { underlying: 'BTCUSDT' });
    const [, first = '', next = ''] = contracts.map(({ symbol }) => symbol);
    await demo.given('setLeverage', { symbol: first, leverage: '5' });
    await demo.given('placeContractOrder', opening('short', '0.2', first));
    const before = (await demo.given('getPositions')).positions[0];
    const preview = await demo.given('previewRoll', { symbol: first, side: 'short' });
    expect(preview).toMatchObject({ problems: [], to: next, leverage: 5, figures: { quantity: '0.2' } });
    const { orders, trades } = await demo.given('rollPosition', { symbol: first, side: 'short' });
    expect(orders.map(({ symbol, side, status }) => [symbol, side, status])).toEqual([
      [first, 'buy', 'filled'],
      [next, 'sell', 'filled'],
    ]);
    const fees = trades.reduce((sum, { fee }) => sum + amount(fee), ZERO);
    const { closingFee = '0', openingFee = '0', margin, liquidationPrice } = preview.figures ?? {};
    expect(format(fees)).toBe(format(amount(closingFee) + amount(openingFee)));
    const { positions, settings } = await demo.given('getPositions');
    expect(positions).toMatchObject([{ symbol: next, side: 'short', quantity: '0.2', margin, liquidationPrice }]);
    expect(settings).toContainEqual({ symbol: next, mode: 'hedge', leverage: 5 });
    expect(amount(positions[0]?.margin ?? '0') >= amount(before?.margin ?? '0')).toBe(true);
    expect(await held(demo, 'futures')).toBe(positions[0]?.margin);
    await demo.when('rollPosition', { symbol: first, side: 'short' }).then('contract.no-position');
    await demo.when('rollPosition', { symbol: next, side: 'short' }).then('contract.no-later-contract');
    expect((await demo.given('getPositions')).positions).toHaveLength(1);
  });
});

describe('a position', () => {
  it('is previewed, opened, given margin, closed in part and whole, and all of it is in the history', async () => {
    const demo = await ready();
    const preview = await demo.given('previewContractOrder', opening('long'));
    expect(preview.problems).toEqual([]);
    const { orders, trades } = await demo.given('placeContractOrder', opening('long'));
    expect(orders[0]).toMatchObject({ status: 'filled', positionSide: 'long', leverage: 10 });
    expect(trades.length).toBeGreaterThan(0);
    const [position] = (await demo.given('getPositions')).positions;
    expect(position).toMatchObject({ side: 'long', quantity: '0.1', label: 'open', leverage: 10 });
    expect(position?.liquidationPrice).toBe(preview.position?.liquidationPrice);
    expect(await held(demo)).toBe(position?.margin);
    const more = await demo.given('adjustPositionMargin', { symbol: SYMBOL, side: 'long', amount: '100' });
    const [adjusted] = more.positions;
    expect(adjusted?.margin).toBe(format(amount(position?.margin ?? '0') + amount('100')));
    expect(amount(adjusted?.liquidationPrice ?? '0') < amount(position?.liquidationPrice ?? '0')).toBe(true);
    const pair = { symbol: SYMBOL, side: 'long', takeProfit: await demo.away(4, SYMBOL) };
    const [guarded] = (await demo.given('setPositionProtection', pair)).positions;
    const ids = guarded?.protection?.orders ?? [];
    expect(guarded?.protection).toEqual({ takeProfit: pair.takeProfit, stopLoss: null, trigger: 'mark', orders: ids });
    // From another tab, or by a second click: nothing is doubled.
    expect((await demo.given('setPositionProtection', pair)).positions[0]?.protection?.orders).toEqual(ids);
    await demo.given('closePosition', { symbol: SYMBOL, side: 'long', quantity: '0.04' });
    expect((await demo.given('getPositions')).positions[0]).toMatchObject({ quantity: '0.06' });
    expect(await demo.given('getOpenOrders', { product: 'contract' })).toMatchObject([
      { orderId: ids[0], wholePosition: true, quantity: '0.06', type: 'take-profit', reduceOnly: true },
    ]);
    const { closed, left } = await demo.given('closePositions');
    expect([closed, left]).toEqual([[{ symbol: SYMBOL, side: 'long', quantity: '0.06' }], []]);
    expect((await demo.given('getPositions')).positions).toEqual([]);
    expect(await held(demo)).toBe('0');
    const history = await demo.given('getPositionHistory');
    expect(history.items).toMatchObject([{ symbol: SYMBOL, side: 'long', label: 'closed', quantity: '0.1' }]);
    expect(await exported(demo)).toEqual(history.items.map(asRow));
    const later = clock.now() + 86_400_000;
    expect(await exported(demo, { from: later })).toEqual([]);
    expect(await exported(demo, { symbol: 'ETHUSDT-PERP' })).toEqual([]);
  });

  it('is previewed as well where the order meets that of another user', async () => {
    const [ann, bob] = [await ready(), await ready()];
    const { bids } = await ann.given('getBook', { symbol: SYMBOL });
    // Within the spread nobody else sells.
    const price = format(amount(bids[0]?.[0] ?? '0') + amount('0.01'));
    await ann.given('placeContractOrder', { ...opening('short', '0.2'), type: 'limit', price });
    const order = { ...opening('long'), type: 'limit', price };
    const preview = await bob.given('previewContractOrder', order);
    expect(preview).toMatchObject({ problems: [], filledQuantity: '0.1', averagePrice: price });
    const { trades } = await bob.given('placeContractOrder', order);
    expect(trades).toMatchObject([{ price, quantity: '0.1' }]);
    for (const trader of [ann, bob]) await trader.given('closePositions');
  });

  it('is kept long and short side by side, or as one that an order turns round', async () => {
    const demo = await ready();
    await demo.given('placeContractOrder', opening('long'));
    await demo.given('placeContractOrder', opening('short', '0.2'));
    const both = (await demo.given('getPositions')).positions.map(({ side, quantity }) => `${side} ${quantity}`);
    expect(both).toEqual(['long 0.1', 'short 0.2']);
    await demo.when('setPositionMode', { symbol: SYMBOL, mode: 'one-way' }).then('contract.mode-while-open');
    const { closed, left } = await demo.given('closePositions', { symbol: SYMBOL });
    expect([closed.map(({ quantity }) => quantity), left]).toEqual([['0.1', '0.2'], []]);
    await demo.given('setPositionMode', { symbol: SYMBOL, mode: 'one-way' });
    await demo.when('placeContractOrder', opening('long')).then('contract.side-not-of-mode');
    await demo.given('placeContractOrder', { ...opening('long'), positionSide: 'both' });
    await demo.given('placeContractOrder', { ...opening('short', '0.3'), positionSide: 'both' });
    const [turned] = (await demo.given('getPositions')).positions;
    expect(turned).toMatchObject({ side: 'short', quantity: '0.2' });
  });

  it.each(['hedge', 'one-way'] as const)(
    'is reversed in %s mode: closed, and as much opened on the other side',
    async (mode) => {
      const demo = await ready();
      if (mode === 'one-way') await demo.given('setPositionMode', { symbol: SYMBOL, mode });
      const { contracts } = await demo.given('getContracts', { underlying: 'BTCUSDT' });
      const stop = Math.round(+(contracts[0]?.markPrice ?? 0) * 0.95);
      // What protects the position ends with it.
      const order = { ...opening('long'), attached: `100::${stop}` };
      await demo.given('placeContractOrder', mode === 'hedge' ? order : { ...order, positionSide: 'both' });
      const reversed = { closed: '0.1', opened: '0.1', message: null };
      await demo.when('reversePosition', { symbol: SYMBOL, side: 'long' }).then(reversed);
      expect((await demo.given('getPositions')).positions).toMatchObject([{ side: 'short', quantity: '0.1' }]);
      await demo.when('reversePosition', { symbol: SYMBOL, side: 'long' }).then('contract.no-position');
      await demo.when('reversePosition', { symbol: SYMBOL, side: 'short' }).then(reversed);
      expect((await demo.given('getPositions')).positions).toMatchObject([{ side: 'long', quantity: '0.1' }]);
    },
  );

  it('that is reversed without the margin for the other side is closed, and says why nothing opened', async () => {
    const demo = await ready();
    await demo.given('placeContractOrder', opening('long', '1'));
    await demo.given('setLeverage', { symbol: SYMBOL, leverage: '1' });
    const answer = await demo.given('reversePosition', { symbol: SYMBOL, side: 'long' });
    expect(answer).toMatchObject({ closed: '1', opened: '0' });
    expect(answer.message).toMatch(/^Not enough margin: you have [\d,.]+ USDT; this order needs [\d,.]+ USDT\./);
    expect((await demo.given('getPositions')).positions).toEqual([]);
  });

  it('is not opened at the market before New York opens', async () => {
    const demo = await ready();
    await demo.when('placeContractOrder', opening('long', '1', 'AAPLUSDT-PERP')).then('order.not-in-call');
  });

  it('needs the quiz from 20 times on', async () => {
    const demo = await ready();
    await demo.when('setLeverage', { symbol: SYMBOL, leverage: '20' }).then('contract.quiz-needed');
    await demo.when('passLeverageQuiz', { answers: '1,1,1,1,1' }).then('contract.quiz-failed');
    await demo.given('passLeverageQuiz', { answers: '2,3,1,2,3' });
    await demo.given('setLeverage', { symbol: SYMBOL, leverage: '50' });
    const { settings, quizPassed } = await demo.given('getPositions');
    expect([settings, quizPassed]).toEqual([[{ symbol: SYMBOL, mode: 'hedge', leverage: 50 }], true]);
    const { orders } = await demo.given('placeContractOrder', opening('long'));
    expect(orders[0]?.leverage).toBe(50);
  });

  it('is opened by an order that rests, and closed by a stop that watches the mark', async () => {
    const demo = await ready();
    const { contracts } = await demo.given('getContracts', { underlying: 'BTCUSDT' });
    const mark = +(contracts[0]?.markPrice ?? 0);
    const price = (mark * 0.99).toFixed(1);
    const resting = { ...opening('long'), type: 'limit', price };
    const { orders } = await demo.given('placeContractOrder', resting);
    const open = await demo.given('getOpenOrders', { product: 'contract' });
    expect(open).toMatchObject([{ orderId: orders[0]?.orderId, positionSide: 'long', status: 'unfilled' }]);
    expect(await demo.given('getOpenOrders')).toEqual([]);
    const amended = { symbol: SYMBOL, orderId: orders[0]?.orderId ?? '', quantity: '0.05' };
    const replaces = { ...resting, quantity: '0.05', amends: amended.orderId };
    const preview = await demo.given('previewContractOrder', replaces);
    const bob = await ready();
    await bob.when('previewContractOrder', replaces).then({ problems: [{ refusal: 'order.not-found' }] });
    await demo.given('amendContractOrder', amended);
    expect([preview.problems, preview.held]).toEqual([[], await held(demo)]);
    await demo.given('cancelAllContractOrders');
    expect(await held(demo)).toBe('0');
    await demo
      .when('placeContractOrder', {
        ...opening('short'),
        positionSide: 'long',
        type: 'stop',
        stopPrice: price,
      })
      .then('order.reduce-only-no-position');
  });

  it('in a delivery contract takes its margin from the futures space', async () => {
    const demo = await ready('futures');
    const { contracts } = await demo.given('getContracts', { underlying: 'BTCUSDT' });
    const symbol = contracts[1]?.symbol ?? '';
    await demo.given('placeContractOrder', opening('short', '0.1', symbol));
    const [position] = (await demo.given('getPositions')).positions;
    expect(position).toMatchObject({ symbol, side: 'short' });
    expect(await held(demo, 'futures')).toBe(position?.margin);
  });
});

// The last one: the server goes on making the list.
describe('the list of contracts', () => {
  it('has tickers of all perpetual contracts little by little', async () => {
    const visitor = new Trader(started);
    const list = async () => (await visitor.given('getContractTickers')).map(({ symbol }) => symbol);
    await eventually(async () => (await list()).length > 20).toBe(true);
    expect((await list()).every((symbol) => symbol.endsWith('-PERP'))).toBe(true);
  });
});
