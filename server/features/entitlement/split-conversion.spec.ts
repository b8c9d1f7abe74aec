import { describe, expect, it } from '@jest/globals';
import { amount, format } from '../../../shared/money.js';
import { refuse } from '../../core/refusal.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import type { ConversionQuote, ConversionRules } from '../conversion/conversion.commands.js';
import { conversionKind } from '../conversion/conversion.decider.js';
import '../conversion/conversion.events.js';
import { conversionHandlers } from '../conversion/conversion.handler.js';
import { legOf } from '../conversion/conversion.rules.js';
import { RULES as SEEDED } from '../conversion/conversion.testkit.js';
import { ConversionShares } from '../conversion/conversion-shares.js';
import { entitlementKind } from './entitlement.decider.js';
import './entitlement.events.js';
import { entitlementHandlers } from './entitlement.handler.js';
import { splitHandlers } from './split.handler.js';

const AT = 1_000_000;
const [USER, OWNER] = ['demo-anna', 'demo-anna.1'];
const RULES: ConversionRules = { ...SEEDED, inventoryUsdt: '10000' };
const USDT = { currency: 'USDT', priceUsdt: '1', symbol: null };
const share = (priceUsdt: string) => ({ currency: 'AAPL', priceUsdt, symbol: 'AAPLUSDT' });

type Side = Parameters<typeof legOf>[1];
/** An offer; 400 USDT a share before a 4-for-1 split, 100 after it. */
function offer(quoteId: string, sold: string, from: Side, to: Side): ConversionQuote {
  const leg = legOf(amount(sold), from, to, { spreadRate: '0.002', volatility: '0.0004' });
  const policy = { name: 'conversion.rules', version: 3, values: RULES };
  return { ...who, quoteId, kind: 'single', legs: [leg], to, receives: leg.receives, at: AT, policy };
}
const who = { userId: USER, ownerId: OWNER };
const quote = (data: ConversionQuote) => ({ type: 'QuoteConversion', data });
const convert = ({ quoteId, legs, to, receives }: ConversionQuote) => ({
  type: 'ConvertFunds',
  data: { ...who, quoteId, current: { legs, to, receives, at: AT } },
});
const converted = (of: ConversionQuote) => [quote(of), convert(of)] as const;

const action = { ...who, actionId: 'action-1', symbol: 'AAPLUSDT', base: 'AAPL', quote: 'USDT' };
const ratio = (newShares: number, oldShares = 1) => ({
  ...action,
  newShares,
  oldShares,
  openPrice: format((amount('400') * BigInt(oldShares)) / BigInt(newShares)),
  lotSize: '0.001',
  version: 2,
});
const split = (newShares: number, oldShares = 1) => ({ type: 'SplitHolding', data: ratio(newShares, oldShares) });
const delisted = { type: 'CashOutHolding', data: { ...action, price: '400' } };

const shares = new ConversionShares();
const { given } = decider({
  realm: 'demo',
  kind: conversionKind,
  id: OWNER,
  at: AT,
  others: [entitlementKind],
  handlers: [
    ...conversionHandlers(openGate),
    ...entitlementHandlers(shares),
    ...splitHandlers({ streams: () => [], owners: () => [], split: () => ({ events: [], owners: [] }) }, shares),
  ],
});
const having = () => given(funds(OWNER, 'AAPL', '50'), funds(OWNER, 'USDT', '100000'));
const sellOffer = offer('cv-1', '10', share('400'), USDT);
const buyOffer = offer('cv-1', '4000', USDT, share('400'));

describe('a quote that is live when a share is split', () => {
  it.each([
    ['sells', sellOffer, '200 0'],
    ['buys', buyOffer, '200 0'],
  ])('and %s it ends in the same append, releases what it held, and is refused by name', (_, of, held) => {
    const story = having().and(quote(of));
    const done = story.when(split(4));
    done.then('ConversionQuoteEnded', 'HoldingSplit');
    expect(done.events[0]).toMatchObject({ data: { reason: 'refused', refusal: refuse('market.halted') } });
    expect([story.funds(OWNER, 'AAPL'), story.funds(OWNER, 'USDT')]).toEqual([held, '100000 0']);
    expect(story.realm.balance(HOUSE.splits.account, 'AAPL')).toBe('-150');
    story.when(convert(of)).then('conversion.quote-refused');
  });

  it('is left alone where it names another asset', () => {
    const other = offer('cv-1', '4000', USDT, { currency: 'ETH', priceUsdt: '2500', symbol: 'ETHUSDT' });
    const story = having().and(quote(other));
    story.when(split(4)).then('HoldingSplit');
    story.when(convert(other)).then('FundsConverted');
  });

  it('ends when the share is delisted, and all of it is paid out', () => {
    const story = having().and(quote(sellOffer));
    story.when(delisted).then('ConversionQuoteEnded', 'HoldingCashedOut');
    expect([story.funds(OWNER, 'AAPL'), story.funds(OWNER, 'USDT')]).toEqual(['0 0', '120000 0']);
  });
});

describe('the inventory of conversions', () => {
  const inventory = (story: ReturnType<typeof having>) => story.stateOf(conversionKind, OWNER).inventory['AAPL'];

  it.each([
    ['was sold by', sellOffer, 4, 1, '40'],
    ['was bought by', offer('cv-1', '4000', USDT, share('400')), 4, 1, '-39.92'],
    ['was sold by', sellOffer, 1, 8, '1.25'],
  ])('counts what %s the owner in new shares, %#', (_, of, newShares, oldShares, after) => {
    const story = having().and(...converted(of), split(newShares, oldShares));
    expect(inventory(story)).toBe(after);
  });

  it('leaves an owner the room that they had', () => {
    const sold = () => having().and(...converted(offer('cv-1', '20', share('400'), USDT)));
    const full = refuse('conversion.inventory-full', {
      field: 'amount',
      currency: 'AAPL',
      left: '2000',
      maximum: '10000',
      policy: 'conversion.rules',
      version: 3,
    });
    sold()
      .when(quote(offer('cv-2', '6', share('400'), USDT)))
      .then(full);
    const story = sold().and(split(4));
    story.when(quote(offer('cv-2', '24', share('100'), USDT))).then(full);
    story.when(quote(offer('cv-2', '20', share('100'), USDT))).then('ConversionQuoted');
  });

  it('is restated once, however often the split is sent, and again by the next one', () => {
    const story = having().and(...converted(offer('cv-1', '8000', USDT, share('400'))));
    // Whoever sold all that they had converted has nothing to split, and still an inventory.
    const moved = story.and(funds(OWNER, 'AAPL', '-69.96'));
    moved.when(split(4)).then('ConversionInventoryRestated');
    moved.when(split(4)).then();
    expect(inventory(moved)).toBe('-79.84');
    moved.and({ type: 'SplitHolding', data: { ...ratio(1, 2), actionId: 'action-2' } });
    expect(inventory(moved)).toBe('-39.92');
  });

  it('is over once the share is delisted and paid out', () => {
    const story = having().and(...converted(sellOffer));
    story.when(delisted).then('ConversionInventoryRestated', 'HoldingCashedOut');
    story.when(delisted).then();
    expect(inventory(story.and(delisted))).toBe('0');
  });
});
