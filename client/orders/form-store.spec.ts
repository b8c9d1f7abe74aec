import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { useOrderForm } from './form-store';
import { EMPTY_FORM } from './order-fields';

const store = () => useOrderForm.getState();
const terms = () => {
  const { type, timeInForce, postOnly } = store().form;
  return [type, timeInForce, postOnly];
};

const atStart = { form: EMPTY_FORM, symbol: 'SPY', beforeCall: null };

describe('the order form in the call before an open', () => {
  beforeEach(() => {
    useOrderForm.setState(atStart);
  });
  afterEach(() => {
    useOrderForm.setState({ ...atStart, symbol: '' });
  });

  it('takes the terms of the call, and gives back after it what was chosen before', () => {
    store().change({ type: 'limit', postOnly: true });
    store().enterCall();
    expect(terms()).toEqual(['limit', 'GTC', false]);
    store().leaveCall();
    expect(terms()).toEqual(['limit', 'GTC', true]);
  });

  it('leaves no market order for the next open', () => {
    store().change({ type: 'market', timeInForce: 'IOC' });
    store().enterCall();
    expect(terms()).toEqual(['market', 'OPG', false]);
    store().leaveCall();
    expect(terms()).toEqual(['market', 'IOC', false]);
  });

  it('keeps what was chosen while the call lasted', () => {
    store().change({ type: 'limit', timeInForce: 'IOC' });
    store().enterCall();
    store().change({ timeInForce: 'OPG' });
    store().leaveCall();
    expect(terms()).toEqual(['limit', 'OPG', false]);
  });

  it('remembers the first choice when the kind of order changes in the call', () => {
    store().change({ type: 'limit', timeInForce: 'FOK' });
    store().enterCall();
    store().change({ type: 'market' });
    store().enterCall();
    expect(terms()).toEqual(['market', 'OPG', false]);
    store().leaveCall();
    expect(terms()).toEqual(['market', 'FOK', false]);
  });

  it('opens another instrument as it was chosen before', () => {
    store().change({ type: 'limit', timeInForce: 'FOK' });
    store().enterCall();
    store().open('BTCUSDT', '1');
    expect(terms()).toEqual(['limit', 'FOK', false]);
  });
});
