import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { format, toAmount, ZERO } from '../../shared/money.js';
import { unfit } from '../kit/axe.js';
import { openAs, overflowOf, photograph, type WindowKind } from '../kit/browser.js';
import { goTo, rowsOf, signIn, startConsole, type StaffedConsole } from '../kit/console.js';
import { formOf, positionsOf } from '../kit/contract-window.js';
import { eventually } from '../kit/eventually.js';
import { BOLD_ANSWERS, fund, tradingPerson } from '../kit/factors.js';
import { Trader } from '../kit/trader.js';

jest.setTimeout(240_000);

const HOUR_MS = 3_600_000;
const PERPETUAL = 'BTCUSDT-PERP';
const LONG = { symbol: PERPETUAL, side: 'buy', positionSide: 'long', type: 'market', quantity: '0.1' };
const HALTED = 'ETHUSDT-PERP';
let started: StaffedConsole;

beforeAll(async () => {
  started = await startConsole();
  for (const name of ['ann', 'bob']) await started.member(name, 'risk');
}, 240_000);
afterAll(() => started?.close());

const inContracts = async (trader: Trader, amount = '5000'): Promise<Trader> => {
  for (const to of ['contract', 'futures'])
    await trader.given('transfer', { from: 'spot', to, currency: 'USDT', amount });
  return trader;
};

async function realTrader(): Promise<Trader> {
  const { trader } = await tradingPerson(started);
  await trader.given('submitQuestionnaire', BOLD_ANSWERS);
  await fund(started, trader.userId, 'USDT', '10000');
  return inContracts(trader);
}

/** The terminal of contracts in the trader's own window. */
const terminal = (trader: Trader, kind: WindowKind, underlying = 'BTCUSDT') =>
  openAs(trader, started, { lang: 'en', kind, path: `/preciousMetal?symbol=${underlying}` });

const openOf = async (trader: Trader) => (await trader.given('getPositions')).positions;
const grouped = (text: string): string => Number(text).toLocaleString('en-US');
const amountIn = (text: string, form: RegExp): number => Number(form.exec(text)?.[1]?.replaceAll(',', ''));

async function look(page: Page, name: string): Promise<void> {
  await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
  await photograph(page, name);
}

/** Opens the dialog of an action on a position. */
async function openDialog(page: Page, action: string): Promise<Locator> {
  await positionsOf(page).getByRole('button', { name: action }).click();
  return page.getByRole('dialog');
}

/** Types prices into the dialog of the pair, and waits until row and server have them. */
async function protect(page: Page, trader: Trader, wanted: { takeProfit: string; stopLoss: string }): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Take-profit', { exact: true }).fill(wanted.takeProfit);
  await dialog.getByLabel('Stop-loss', { exact: true }).fill(wanted.stopLoss);
  const [gain, loss] = [0, 1].map((index) => dialog.getByTestId('protection-outcome').nth(index));
  await eventually(async () => gain?.innerText()).toMatch(/≈ \+[\d,.]+ USDT · ROE [\d.]+%/);
  await eventually(async () => loss?.innerText()).toMatch(/≈ [-−][\d,.]+ USDT · ROE [-−][\d.]+%/);
  await look(page, 'contract-protection-phone');
  await dialog.getByRole('button', { name: 'Set TP/SL' }).click();
  await dialog.waitFor({ state: 'detached' });
  await eventually(() => positionsOf(page).innerText()).toMatch(
    new RegExp(`TP ${grouped(wanted.takeProfit)}\\.00\\s+SL ${grouped(wanted.stopLoss)}\\.00`),
  );
  const [position] = await openOf(trader);
  expect(position?.protection).toMatchObject(wanted);
}

/** Adds margin after the new liquidation price was shown, which the server then has too. */
async function addMargin(page: Page, trader: Trader): Promise<void> {
  const [before] = await openOf(trader);
  const dialog = await openDialog(page, `Adjust margin of ${PERPETUAL} Long`);
  await dialog.getByLabel('Amount').fill('500');
  const change = dialog.getByTestId('margin-change');
  await eventually(() => change.innerText()).toMatch(/Liquidation price\s+[\d,.]+ USDT → ≈ [\d,.]+ USDT/);
  const shown = amountIn(await change.innerText(), /Liquidation price\s+.* → ≈ ([\d,.]+) USDT/);
  await look(page, 'contract-margin-real-phone');
  await dialog.getByRole('button', { name: 'Add margin' }).last().click();
  await page.getByText('Margin changed.').waitFor();
  const [after] = await openOf(trader);
  expect(Number(after?.margin) - Number(before?.margin)).toBeCloseTo(500, 6);
  expect(Math.abs(Number(after?.liquidationPrice) / shown - 1)).toBeLessThan(0.0001);
  await eventually(() => positionsOf(page).getByTestId('liquidation-price').innerText()).toContain(
    Number(after?.liquidationPrice).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  );
}

async function reverse(page: Page, trader: Trader): Promise<void> {
  const dialog = await openDialog(page, `Reverse ${PERPETUAL} Long`);
  await eventually(() => dialog.innerText()).toMatch(
    /Close long[\s\S]*Fee\s+≈ [\d.]+ USDT[\s\S]*Open short[\s\S]*Liquidation price then\s+≈ [\d,.]+ USDT/,
  );
  await look(page, 'contract-reverse-phone');
  await dialog.getByRole('button', { name: 'Reverse position' }).click();
  await eventually(() => positionsOf(page).innerText()).toMatch(/BTCUSDT-PERP\s+Short 10x[\s\S]*0\.1 BTC/);
  await eventually(() => openOf(trader)).toMatchObject([
    { symbol: PERPETUAL, side: 'short', quantity: '0.1', protection: null },
  ]);
}

/** One click in the dialog moves a position to the contract of the next week. */
async function roll(page: Page, trader: Trader, [week, next]: readonly [string, string]): Promise<void> {
  const dialog = await openDialog(page, `Roll ${week} Long`);
  await eventually(() => dialog.innerText()).toMatch(
    new RegExp(`Next contract\\s+${next}[\\s\\S]*Closing fee\\s+≈[\\s\\S]*Liquidation price then\\s+≈ [\\d,.]+`),
  );
  await look(page, 'contract-roll-phone');
  await dialog.getByRole('button', { name: 'Roll position' }).click();
  await page.getByText('Position rolled.').waitFor();
  await page.getByRole('button', { name: `Close ${next} Long` }).waitFor();
  const symbols = (await openOf(trader)).map(({ symbol, side, quantity }) => `${symbol} ${side} ${quantity}`);
  expect(symbols.toSorted()).toEqual([`${next} long 0.05`, `${PERPETUAL} long 0.1`].toSorted());
}

/** The fees of closing as the question says them are those that the account then pays. */
async function closeAll(page: Page, trader: Trader): Promise<void> {
  const before = await openOf(trader);
  await page.getByRole('button', { name: 'Close all positions' }).click();
  const question = page.getByRole('dialog');
  await eventually(() => question.innerText()).toMatch(/PnL\s+≈ [-−]?[\d,.]+ USDT\s+Fee\s+≈ [\d.]+ USDT/);
  for (const { symbol, quantity } of before)
    await eventually(() => question.innerText()).toMatch(new RegExp(`${symbol} Long\\s+${quantity} BTC`));
  const said = amountIn(await question.innerText(), /Fee\s+≈ ([\d.]+) USDT/);
  await look(page, 'contract-close-all-phone');
  await question.getByRole('button', { name: 'Close all positions' }).click();
  await page.getByText('You have no open positions.').waitFor();
  await eventually(() => openOf(trader)).toEqual([]);
  const { items } = await trader.given('getPositionHistory');
  const paid = before.map(({ symbol, number, fees }) => {
    const over = items.find((each) => each.symbol === symbol && each.number === number);
    return Number(over?.fees) - Number(fees);
  });
  expect(Math.abs(paid.reduce((sum, fee) => sum + fee, 0) / said - 1)).toBeLessThan(0.01);
}

describe('positions of a real account on a phone', () => {
  it('get take-profit and stop-loss, which are changed, then margin, and are reversed', async () => {
    const trader = await realTrader();
    await trader.given('placeContractOrder', LONG);
    const [takeProfit, nearer, stopLoss, lower] = await Promise.all(
      [10, 7, -4, -5].map((percent) => trader.away(percent, PERPETUAL)),
    );
    const { page, faults, close } = await terminal(trader, 'phone');
    await openDialog(page, `TP/SL of ${PERPETUAL} Long`);
    await protect(page, trader, { takeProfit: takeProfit ?? '', stopLoss: lower ?? '' });
    const dialog = await openDialog(page, `TP/SL of ${PERPETUAL} Long`);
    await eventually(() => dialog.getByLabel('Take-profit', { exact: true }).inputValue()).toBe(takeProfit);
    await protect(page, trader, { takeProfit: nearer ?? '', stopLoss: stopLoss ?? '' });
    await addMargin(page, trader);
    await reverse(page, trader);
    await look(page, 'contract-reversed-phone');
    expect(faults).toEqual([]);
    await close();
  });

  it('are rolled to the next week in one click, and closed all at once after the fee was said', async () => {
    const trader = await realTrader();
    const { contracts } = await trader.given('getContracts', { underlying: 'BTCUSDT' });
    // One that delivers in between could not be rolled.
    const later = contracts.filter(({ deliversAt }) => (deliversAt ?? 0) > Date.now() + HOUR_MS);
    const [week = '', next = ''] = later.map(({ symbol }) => symbol);
    await trader.given('placeContractOrder', LONG);
    await trader.given('placeContractOrder', { ...LONG, symbol: week, quantity: '0.05' });
    const { page, faults, close } = await terminal(trader, 'phone');
    await roll(page, trader, [week, next]);
    await closeAll(page, trader);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('leverage of 20x', () => {
  it('is asked for by a quiz: a wrong answer is said, and the right ones set it', async () => {
    const trader = await realTrader();
    const { page, faults, close } = await terminal(trader, 'phone');
    const chosen = formOf(page).getByRole('button', { name: 'Leverage' });
    await chosen.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Leverage of new orders').fill('20');
    await dialog.getByText('From 20x on you need to pass a short quiz once.').waitFor();
    await look(page, 'contract-leverage-phone');
    await dialog.getByRole('button', { name: 'Answer the quiz' }).click();
    const answer = async (answers: readonly string[]) => {
      for (const [index, value] of answers.entries())
        await dialog.locator(`[name=q${index + 1}][value="${value}"]`).check();
      await dialog.getByRole('button', { name: 'Check answers' }).click();
    };
    await answer(['2', '3', '1', '2', '4']);
    await dialog.getByText('4 of 5 answers are right; all must be. Check your answers and try again.').waitFor();
    await look(page, 'contract-quiz-wrong-phone');
    await trader.when('getPositions').then({ quizPassed: false });
    await answer(['2', '3', '1', '2', '3']);
    await dialog.getByRole('button', { name: 'Set leverage' }).click();
    await eventually(() => chosen.innerText()).toContain('20x');
    await trader
      .when('getPositions')
      .then({ quizPassed: true, settings: [expect.objectContaining({ symbol: PERPETUAL, leverage: 20 })] as never });
    expect(faults).toEqual([]);
    await close();
  });
});

/** Takes what the menu at a price offers, gives it a quantity, and places it; answers the price. */
async function orderAt(page: Page, offer: RegExp): Promise<number> {
  const item = page.getByRole('menu', { name: 'Order at this price' }).getByRole('menuitem', { name: offer });
  const price = amountIn(await item.first().innerText(), /at ([\d,.]+)$/);
  await item.first().click();
  const form = formOf(page);
  await eventually(() => form.locator('input[name="quantity"]:focus').count()).toBe(1);
  await form.getByLabel('Quantity').fill('0.01');
  await eventually(() => form.getByTestId('contract-summary').innerText()).toMatch(
    /Liquidation price then\s+≈ [\d,.]+/,
  );
  await form.getByTestId('place-contract-order').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Open (long|short)$/ })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return price;
}

describe('a contract order', () => {
  it('is placed from a price of the chart and from a row of the ladder', async () => {
    const trader = await inContracts(await Trader.demo(started));
    const { page, faults, close } = await terminal(trader, 'desktop');
    const chart = page.getByTestId('chart');
    const drawn = chart.locator('[role="application"][aria-busy="false"]');
    await drawn.waitFor();
    const { x = 0, y = 0, width = 0, height = 0 } = (await drawn.boundingBox()) ?? {};
    await page.mouse.move(x + width * 0.5, y + height * 0.6);
    await chart.getByRole('button', { name: /^Order at / }).click();
    const charted = await orderAt(page, /^Open (long|short) limit at/);
    await page.getByRole('tab', { name: 'Open orders (1)' }).click();
    const bids = page.getByRole('listbox', { name: 'Bids' });
    await bids.getByRole('option').nth(6).click({ button: 'right' });
    const laddered = await orderAt(page, /^Open long limit at/);
    await page.getByRole('tab', { name: 'Open orders (2)' }).waitFor();
    await look(page, 'contract-orders-placed-desktop');
    const orders = await trader.given('getOpenOrders', { product: 'contract' });
    const placed = orders.map(({ symbol, quantity, price }) => [symbol, quantity, Number(price)]);
    expect(placed.toSorted()).toEqual([charted, laddered].map((price) => [PERPETUAL, '0.01', price]).toSorted());
    const rows = await page.getByTestId('open-orders').locator('tbody tr').allInnerTexts();
    for (const price of [charted, laddered])
      expect(rows.join('\n')).toContain(price.toLocaleString('en-US', { minimumFractionDigits: 2 }));
    expect(faults).toEqual([]);
    await close();
  });
});

/** Sends a proposal by the form of the console. */
async function propose(page: Page, change: 'Halt trading' | 'Settle'): Promise<void> {
  await goTo(page, 'contract-halts');
  await page.getByRole('button', { name: 'Propose a halt' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Symbol').fill(HALTED);
  await dialog.getByLabel('Change').click();
  await page.getByRole('option', { name: change }).click();
  await dialog.getByRole('textbox', { name: 'Reason', exact: true }).fill('The index of two venues differs');
  await photograph(page, `console-halt-propose-${change === 'Settle' ? 'settle' : 'halt'}`);
  await dialog.getByRole('button', { name: 'Send proposal' }).click();
  await page.getByText('Proposal sent. Another risk account must approve it.').waitFor();
}

/** The other one finds it from the dashboard, reads it and approves it. */
async function approve(page: Page, text: RegExp): Promise<void> {
  await goTo(page, '');
  await page.getByRole('link', { name: /Open contract halts/ }).click();
  await rowsOf(page).getByText('Proposed').first().waitFor();
  await rowsOf(page).first().getByRole('link', { name: HALTED }).click();
  await page.getByText('The index of two venues differs').waitFor();
  await page.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve this?' });
  await dialog.getByText(text).waitFor();
  await photograph(page, 'console-halt-approve');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Approved.').waitFor();
}

describe('two of the staff', () => {
  it('halt a contract and settle it, each by a proposal that the other approves, and its owner sees both', async () => {
    const owner = await inContracts(await Trader.demo(started));
    await owner.given('placeContractOrder', { ...LONG, symbol: HALTED });
    const user = await terminal(owner, 'phone', 'ETHUSDT');
    const ann = await signIn(started, 'ann');
    const bob = await signIn(started, 'bob');
    await goTo(ann.page, 'contract-halts');
    await ann.page.getByText('No contract was ever halted.').waitFor();
    await propose(ann.page, 'Halt trading');
    await rowsOf(ann.page).getByRole('link', { name: HALTED }).click();
    await ann.page.getByText('You proposed this. Another risk account must approve it.').waitFor();
    await eventually(() => ann.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await approve(bob.page, /Nobody trades the contract and nobody is liquidated in it/);
    await eventually(() => user.page.getByTestId('halt-note').innerText()).toMatch(
      /^Trading is halted since .* Its index price is in doubt\.$/,
    );
    await eventually(() => formOf(user.page).getByTestId('place-contract-order').isDisabled()).toBe(true);
    await look(user.page, 'contract-halted-phone');
    await owner.when('closePosition', { symbol: HALTED, side: 'long' }).then('halt.trading-halted');

    await propose(ann.page, 'Settle');
    await approve(bob.page, /Positions close at the average index of the 30 open minutes before the halt/);
    await eventually(() => openOf(owner)).toEqual([]);
    const [over] = (await owner.given('getPositionHistory')).items;
    await eventually(() => user.page.getByTestId('halt-note').innerText()).toMatch(/^This contract was settled at/);
    await look(user.page, 'contract-settled-phone');
    await user.page.goto(`${started.url}/contractRecord`);
    await eventually(() => user.page.locator('tbody tr').first().innerText()).toMatch(/ETHUSDT-PERP\s+Long\s+Closed/);
    await look(user.page, 'contract-settled-record-phone');
    await user.page.goto(`${started.url}/notice?box=mine`);
    await user.page.getByText(`${HALTED} settled`).first().click();
    await user.page.getByText('That is the average index of 30 minutes before the halt.', { exact: false }).waitFor();

    await goTo(ann.page, 'contract-halts');
    const settled = rowsOf(ann.page).first();
    await eventually(() => settled.innerText()).toMatch(/Settle\s+Approved[\s\S]*ann\s+bob/);
    await eventually(() => settled.innerText()).toContain(
      Number(over?.closePrice).toLocaleString('en-US', { maximumFractionDigits: 8 }),
    );
    await eventually(() => unfit(ann.page)).toEqual([]);
    await photograph(ann.page, 'console-halts');
    expect([...user.faults, ...ann.faults, ...bob.faults]).toEqual([]);
    await user.close();
    for (const { page } of [ann, bob]) await page.context().close();
  });

  it('read how much is open in options, by minute, and what the account that pays them holds', async () => {
    const buyer = await Trader.demo(started);
    await buyer.given('transfer', { from: 'spot', to: 'options', currency: 'USDT', amount: '500' });
    await buyer.given('confirmOptionWarning');
    const bet = { symbol: 'BTCUSDT', delivery: '300s' };
    let wins = ZERO;
    for (const [direction, stake] of [
      ['rise', '30'],
      ['fall', '20'],
    ] as const) {
      const { payoutRate } = await buyer.given('quoteOption', { ...bet, direction, stake });
      const { option } = await buyer.given('buyOption', { ...bet, direction, stake, payoutRate: payoutRate ?? '' });
      wins += toAmount(option.wins);
    }
    const { page, faults } = await signIn(started, 'support');
    await goTo(page, 'option-exposures');
    // What is on hold covers both directions, though only one can win.
    await eventually(() => rowsOf(page).allInnerTexts()).toEqual([
      expect.stringMatching(new RegExp(`Demo\\s+BTCUSDT\\s+2\\s+30\\s+20\\s+${format(wins)}\\s+50\\s+0$`)),
    ]);
    await eventually(() => unfit(page)).toEqual([]);
    await photograph(page, 'console-option-exposure');
    await goTo(page, 'option-house');
    await eventually(() => rowsOf(page).allInnerTexts()).toEqual([
      expect.stringMatching(new RegExp(`Demo[\\s\\S]*\\s${format(wins)}\\s+2\\s+50\\s`)),
    ]);
    await photograph(page, 'console-option-house');
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
