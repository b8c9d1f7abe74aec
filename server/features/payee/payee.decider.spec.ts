import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import type { PayeeCommand } from './payee.commands.js';
import { decidePayee, payeeKind, payingProblem, type PayeeState } from './payee.decider.js';

const HOUR_MS = 3_600_000;
const AT = 1_000_000;
const meta = { at: AT, actor: 'user:real-a' };
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

/** The state after commands that were all heard. */
function after(...commands: PayeeCommand[]): PayeeState {
  let state = payeeKind.initial('real-a');
  for (const command of commands) {
    const decided = decidePayee(state, command, meta);
    if (isRefusal(decided)) throw new Error(decided.refusal);
    for (const event of decided) state = payeeKind.evolve(state, { ...event, at: AT } as RecordedEvent);
  }
  return state;
}
const refusal = (state: PayeeState, command: PayeeCommand): Refusal | undefined => {
  const decided = decidePayee(state, command, meta);
  return isRefusal(decided) ? decided : undefined;
};

describe('the address book', () => {
  it('keeps what is added until it is removed, each entry with the rule that it was added under', () => {
    const state = after(address('a'), card('b'), remove('a'));
    expect(state.entries).toEqual([
      expect.objectContaining({ id: 'b', kind: 'card', usableAt: AT + 24 * HOUR_MS, policy: policy(10) }),
    ]);
  });

  it('lets nobody pay to a new entry before it has cooled off, to the millisecond', () => {
    const state = after(address('a'));
    const usableAt = AT + 24 * HOUR_MS;
    expect(payingProblem(state, 'a', usableAt - 1)).toEqual({
      refusal: 'payee.cooling-off',
      params: { usableAt, policy: 'payee.rules', version: 3 },
    });
    expect(payingProblem(state, 'a', usableAt)).toBeUndefined();
  });

  it('does not know an entry that was removed, or never was', () => {
    const state = after(address('a'), remove('a'));
    expect(payingProblem(state, 'a', AT + 48 * HOUR_MS)?.refusal).toBe('payee.not-found');
    expect(refusal(state, remove('a'))?.refusal).toBe('payee.not-found');
  });

  it('gives an entry another label, and it goes on cooling off as before', () => {
    const label = (payeeId: string): PayeeCommand => ({
      type: 'LabelPayee',
      data: { userId: 'real-a', payeeId, sealedPayee: 'relabelled' as Sealed },
    });
    const [before] = after(address('a')).entries;
    expect(after(address('a'), card('b'), label('a')).entries).toEqual([
      { ...before, sealed: 'relabelled' },
      expect.objectContaining({ id: 'b', sealed: 'sealed' }),
    ]);
    expect(refusal(after(address('a')), label('b'))?.refusal).toBe('payee.not-found');
  });

  it('refuses the same twice, and cools off anew what was removed in between', () => {
    expect(refusal(after(address('a', 'same')), address('b', 'same'))?.refusal).toBe('payee.address-known');
    expect(refusal(after(card('a', 'same')), card('b', 'same'))?.refusal).toBe('payee.card-known');
    const again = after(address('a', 'same'), remove('a'), address('b', 'same'));
    expect(payingProblem(again, 'b', AT)?.refusal).toBe('payee.cooling-off');
  });

  it('takes one address for two currencies', () => {
    expect(after(address('a', 'same'), address('b', 'same', 'ETH')).entries).toHaveLength(2);
  });

  it('counts addresses and cards each against their own limit', () => {
    const state = after(address('a'), card('b'));
    expect(refusal(state, address('c', 'c', 'USDT', 1))).toEqual({
      refusal: 'payee.too-many',
      params: { limit: 1, policy: 'payee.rules', version: 3 },
    });
    expect(refusal(state, card('d', 'd', 2))).toBeUndefined();
  });

  it('keeps the payment settings that were set last', () => {
    const set = (sealedSettings: string): PayeeCommand => ({
      type: 'SetPaymentSettings',
      data: { userId: 'real-a', sealedSettings: sealedSettings as Sealed },
    });
    expect(after(set('one'), set('two')).settings).toBe('two');
  });
});
