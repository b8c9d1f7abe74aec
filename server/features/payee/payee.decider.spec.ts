import { describe, expect, it } from '@jest/globals';
import type { Sealed } from '../../core/person.js';
import { refuse } from '../../core/refusal.js';
import { decider, openGate } from '../../engine/writer/decider.testkit.js';
import type { PayeeCommand } from './payee.commands.js';
import { payeeKind, payingProblem } from './payee.decider.js';
import './payee.events.js';
import { payeeHandlers } from './payee.handler.js';

const HOUR_MS = 3_600_000;
const AT = 1_000_000;
const policy = (most: number) => ({ name: 'payee.rules', version: 3, inputs: { coolingHours: 24, most } });

const address = (payeeId: string, fingerprint = payeeId, currency = 'USDT', most = 50): PayeeCommand => ({
  type: 'AddPayeeAddress',
  data: {
    ...{ userId: 'real-a', payeeId, currency, network: 'ERC20', fingerprint },
    ...{ sealedPayee: `sealed-${payeeId}` as Sealed, policy: policy(most) },
  },
});
const card = (payeeId: string, fingerprint = payeeId, most = 10): PayeeCommand => ({
  type: 'AddPayeeCard',
  data: { userId: 'real-a', payeeId, fingerprint, sealedPayee: 'sealed' as Sealed, policy: policy(most) },
});
const remove = (payeeId: string): PayeeCommand => ({ type: 'RemovePayee', data: { userId: 'real-a', payeeId } });

const { given } = decider({
  realm: 'real',
  kind: payeeKind,
  id: 'real-a',
  handlers: payeeHandlers(openGate),
  at: AT,
});

describe('the address book', () => {
  it('keeps what is added until it is removed, each entry with the rule that it was added under', () => {
    const { state } = given(address('a'), card('b'), remove('a'));
    expect(state.entries).toEqual([
      expect.objectContaining({ id: 'b', kind: 'card', usableAt: AT + 24 * HOUR_MS, policy: policy(10) }),
    ]);
  });

  it('lets nobody pay to a new entry before it has cooled off, to the millisecond', () => {
    const { state } = given(address('a'));
    const usableAt = AT + 24 * HOUR_MS;
    expect(payingProblem(state, 'a', usableAt - 1)).toEqual({
      refusal: 'payee.cooling-off',
      params: { usableAt, policy: 'payee.rules', version: 3 },
    });
    expect(payingProblem(state, 'a', usableAt)).toBeUndefined();
  });

  it('does not know an entry that was removed, or never was', () => {
    const book = given(address('a'), remove('a'));
    expect(payingProblem(book.state, 'a', AT + 48 * HOUR_MS)?.refusal).toBe('payee.not-found');
    book.when(remove('a')).then('payee.not-found');
  });

  it('gives an entry another label, and it goes on cooling off as before', () => {
    const label = (payeeId: string): PayeeCommand => ({
      type: 'LabelPayee',
      data: { userId: 'real-a', payeeId, sealedPayee: 'relabelled' as Sealed },
    });
    const [before] = given(address('a')).state.entries;
    expect(given(address('a'), card('b'), label('a')).state.entries).toEqual([
      { ...before, sealed: 'relabelled' },
      expect.objectContaining({ id: 'b', sealed: 'sealed' }),
    ]);
    given(address('a')).when(label('b')).then('payee.not-found');
  });

  it('refuses the same twice, and cools off anew what was removed in between', () => {
    given(address('a', 'same')).when(address('b', 'same')).then('payee.address-known');
    given(card('a', 'same')).when(card('b', 'same')).then('payee.card-known');
    const { state: again } = given(address('a', 'same'), remove('a'), address('b', 'same'));
    expect(payingProblem(again, 'b', AT)?.refusal).toBe('payee.cooling-off');
  });

  it('takes one address for two currencies', () => {
    expect(given(address('a', 'same'), address('b', 'same', 'ETH')).state.entries).toHaveLength(2);
  });

  it('counts addresses and cards each against their own limit', () => {
    given(address('a'), card('b'))
      .when(address('c', 'c', 'USDT', 1))
      .then(refuse('payee.too-many', { limit: 1, policy: 'payee.rules', version: 3 }))
      .when(card('d', 'd', 2))
      .then('PayeeCardAdded');
  });

  it('keeps the payment settings that were set last', () => {
    const set = (sealedSettings: string): PayeeCommand => ({
      type: 'SetPaymentSettings',
      data: { userId: 'real-a', sealedSettings: sealedSettings as Sealed },
    });
    expect(given(set('one'), set('two')).state.settings).toBe('two');
  });
});
