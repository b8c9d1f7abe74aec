import { afterEach, describe, expect, it } from '@jest/globals';
import { useOrderForm } from './form-store';
import { offersAt, takeOffer } from './offers';
import { EMPTY_FORM } from './order-fields';

const named = (price: string, market: string | null) =>
  offersAt(price, market).map(({ side, type }) => `${side} ${type}`);

describe('orders offered at a price', () => {
  it.each([
    ['above the market', '101', '100', ['sell limit', 'buy stop']],
    ['below the market', '99.99', '100', ['buy limit', 'sell stop']],
    ['at the market', '100.0', '100', ['buy limit', 'sell limit']],
    ['before a price is known', '100', null, ['buy limit', 'sell limit']],
  ] as const)('%s rest or wait there', (_, price, market, expected) => {
    expect(named(price, market)).toEqual(expected);
  });
});

describe('a chosen offer', () => {
  afterEach(() => {
    useOrderForm.setState({ form: EMPTY_FORM, quantityAsked: false });
  });

  it('fills price, side and kind into the form and asks for the quantity', () => {
    takeOffer({ side: 'sell', type: 'limit' }, '101');
    const { form, quantityAsked } = useOrderForm.getState();
    expect(form).toEqual({ ...EMPTY_FORM, side: 'sell', type: 'limit', price: '101' });
    expect(quantityAsked).toBe(true);
  });

  it('keeps what was typed, and gives a stop its trigger price', () => {
    useOrderForm.setState({ form: { ...EMPTY_FORM, price: '95', quantity: '2' } });
    takeOffer({ side: 'buy', type: 'stop' }, '101');
    expect(useOrderForm.getState().form).toMatchObject({ type: 'stop', stopPrice: '101', price: '95', quantity: '2' });
  });
});
