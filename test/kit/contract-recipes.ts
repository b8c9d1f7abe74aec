import type { Making } from './objects.js';
import { event, type Recipe, type TestRequest } from './recipe-kit.js';
import type { Trader } from './trader.js';

const SYMBOL = 'BTCUSDT-PERP';
const LONG = { symbol: SYMBOL, side: 'buy', positionSide: 'long', quantity: '0.01' };
const SHORT = { ...LONG, side: 'sell', positionSide: 'short' };

/** Gives a demo account USDT for contracts. */
export async function withContractFunds(demo: Trader): Promise<Trader> {
  await demo.given('transfer', { from: 'spot', to: 'contract', currency: 'USDT', amount: '10000' });
  return demo;
}

/** So far from the market that no test reaches it. */
const far = async (demo: Trader) => ({ ...LONG, type: 'limit', price: await demo.away(-4, SYMBOL) });

/** An order that rests. */
export async function restingContractOrder(demo: Trader): Promise<{ symbol: string; orderId: string }> {
  const { orders } = await demo.given('placeContractOrder', await far(demo));
  return { symbol: SYMBOL, orderId: orders[0]?.orderId ?? '' };
}

const opened = (demo: Trader, order = LONG) => demo.given('placeContractOrder', { ...order, type: 'market' });

/** The delivery contract on bitcoin that delivers first. */
async function firstDelivery(demo: Trader): Promise<string> {
  const { contracts } = await demo.given('getContracts', { underlying: 'BTCUSDT' });
  return contracts.find(({ kind }) => kind === 'delivery')?.symbol ?? '';
}

/** A call of a demo account with USDT for contracts. */
const asOwner =
  (effect: TestRequest['effect'], body: (demo: Trader) => object | Promise<object>): Recipe =>
  async (kit) => {
    const demo = await withContractFunds(await kit.demo());
    return { token: demo.token, body: { ...(await body(demo)) }, effect };
  };

export const contractRecipes: Record<string, Recipe> = {
  'web/placeContractOrder': asOwner(event('ContractOrderAccepted'), far),
  'web/amendContractOrder': asOwner(event('ContractOrderAmended'), async (demo) => ({
    ...(await restingContractOrder(demo)),
    price: await demo.away(-3, SYMBOL),
  })),
  'web/cancelContractOrder': asOwner(event('ContractOrderCancelled'), restingContractOrder),
  'web/cancelAllContractOrders': asOwner(event('ContractOrderCancelled', 2), async (demo) => {
    await restingContractOrder(demo);
    await restingContractOrder(demo);
    return {};
  }),
  'web/setLeverage': asOwner(event('PositionLeverageSet'), () => ({ symbol: SYMBOL, leverage: '5' })),
  'web/passLeverageQuiz': asOwner(event('LeverageQuizPassed'), () => ({ answers: '2,3,1,2,3' })),
  'web/setPositionMode': asOwner(event('PositionModeSet'), () => ({ symbol: SYMBOL, mode: 'one-way' })),
  'web/adjustPositionMargin': asOwner(event('PositionMarginAdjusted'), async (demo) => {
    await opened(demo);
    return { symbol: SYMBOL, side: 'long', amount: '10' };
  }),
  'web/setPositionProtection': asOwner(event('ContractOrderAccepted'), async (demo) => {
    await opened(demo);
    return { symbol: SYMBOL, side: 'long', takeProfit: await demo.away(4, SYMBOL) };
  }),
  'web/closePosition': asOwner(event('ContractOrderAccepted'), async (demo) => {
    await opened(demo);
    return { symbol: SYMBOL, side: 'long', quantity: '0.004' };
  }),
  'web/reversePosition': asOwner(event('PositionOpened'), async (demo) => {
    await opened(demo);
    return { symbol: SYMBOL, side: 'long' };
  }),
  'web/rollPosition': asOwner(event('PositionClosed'), async (demo) => {
    await demo.given('transfer', { from: 'spot', to: 'futures', currency: 'USDT', amount: '10000' });
    const symbol = await firstDelivery(demo);
    await opened(demo, { ...LONG, symbol });
    return { symbol, side: 'long' };
  }),
  'web/closePositions': asOwner(event('PositionClosed', 2), async (demo) => {
    await opened(demo);
    await opened(demo, SHORT);
    return {};
  }),
};

const order =
  (more: Record<string, string> = {}): Making =>
  async (kit) => {
    const demo = await withContractFunds(await kit.demo());
    const { symbol, orderId } = await restingContractOrder(demo);
    const others = [(await withContractFunds(await kit.demo())).token, (await kit.person()).trader.token];
    return { owner: demo.token, id: orderId, never: 'o-0000000000000000', body: { symbol, ...more }, others };
  };

export const contractObjects: Record<string, Making> = {
  'POST web/amendContractOrder orderId': order({ quantity: '0.02' }),
  'POST web/cancelContractOrder orderId': order(),
};
