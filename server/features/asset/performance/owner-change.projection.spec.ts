import { describe, expect, it } from '@jest/globals';
import { amount, format } from '../../../../shared/money.js';
import { HOUSE, userAccount } from '../../../engine/ledger/chart.js';
import { recorded } from '../../../engine/projections/projection.testkit.js';
import { changeOf, type OwnerChange } from './owner-change.projection.js';

const ME = 'real-me.1';
const OTHER = 'real-other.1';

function event(type: string, postings: readonly (readonly [string, string, string])[], data: object = {}) {
  return recorded({
    type,
    data,
    postings: postings.map(([account, asset, text]) => ({ account, asset, amount: amount(text) })),
  });
}

const spot = (owner: string, bucket: 'available' | 'frozen' = 'available') => userAccount(owner, 'spot', bucket);
const textOf = (change: OwnerChange | undefined) => {
  const legs = (all: OwnerChange['given']) => all.map((leg) => `${format(leg.amount)} ${leg.asset}`).join(', ');
  if (change === undefined) return undefined;
  const fee = change.fee === null ? '' : legs([change.fee]);
  return { given: legs(change.given), received: legs(change.received), fee };
};

describe('what an event changed for its owner', () => {
  it('is nothing where amounts are put on hold, released, or moved between account spaces', () => {
    const hold = event('SpotOrderAccepted', [
      [spot(ME), 'USDT', '-10'],
      [spot(ME, 'frozen'), 'USDT', '10'],
    ]);
    const transfer = event('FundsTransferred', [
      [spot(ME), 'USDT', '-10'],
      [userAccount(ME, 'finance', 'available'), 'USDT', '10'],
    ]);
    expect([changeOf(hold, ME), changeOf(transfer, ME)]).toEqual([undefined, undefined]);
  });

  it('is each side of a trade with that side’s fee alone', () => {
    const trade = event(
      'SpotOrderMatched',
      [
        [spot(ME, 'frozen'), 'USDT', '-101'],
        [spot(ME), 'USDT', '0.9'],
        [spot(ME), 'BTC', '1'],
        [spot(OTHER, 'frozen'), 'BTC', '-1'],
        [spot(OTHER), 'USDT', '99.8'],
        [HOUSE.fees.account, 'USDT', '0.3'],
      ],
      { tradeId: 't-1', makerOwner: OTHER, takerOwner: ME, makerFee: '0.2', takerFee: '0.1' },
    );
    expect(textOf(changeOf(trade, ME))).toEqual({ given: '100.1 USDT', received: '1 BTC', fee: '0.1 USDT' });
    expect(textOf(changeOf(trade, OTHER))).toEqual({ given: '1 BTC', received: '99.8 USDT', fee: '0.2 USDT' });
    expect(changeOf(trade, ME)?.reference).toBe('t-1');
  });

  it('is the interest of custody as income, and the penalty apart from it as a fee', () => {
    const finance = (bucket: 'available' | 'frozen') => userAccount(ME, 'finance', bucket);
    const ended = (type: string, back: string, interest: string, penalty: string) =>
      changeOf(
        event(
          type,
          [
            [finance('frozen'), 'USDT', '-1000'],
            [finance('available'), 'USDT', back],
            [HOUSE.treasuryHolds.account, 'USDT', `-${interest}`],
            [HOUSE.treasury.account, 'USDT', penalty],
          ],
          { interest, penalty },
        ),
        ME,
      );
    const completed = ended('CustodyCompleted', '1030', '30', '0');
    expect([textOf(completed), completed?.incomeOf]).toEqual([{ given: '', received: '30 USDT', fee: '' }, 'USDT']);
    const redeemed = ended('CustodyRedeemed', '954', '4', '50');
    expect([textOf(redeemed), redeemed?.incomeOf]).toEqual([
      { given: '50 USDT', received: '4 USDT', fee: '50 USDT' },
      'USDT',
    ]);
    const atOnce = ended('CustodyRedeemed', '950', '0', '50');
    expect(textOf(atOnce)).toEqual({ given: '50 USDT', received: '', fee: '50 USDT' });
  });

  it('is the result of a contract or an option apart from its fee: no money that came or went', () => {
    const margin = (bucket: 'available' | 'frozen') => userAccount(ME, 'contract', bucket);
    const trade = { tradeId: 't-1', symbol: 'BTCUSDT-PERP', makerOwner: OTHER, takerOwner: ME, makerFee: '-0.1' };
    const matched = (back: string, takerFee: string) =>
      changeOf(
        event(
          'ContractOrderMatched',
          [
            [margin('frozen'), 'USDT', '-50'],
            [margin('available'), 'USDT', back],
            [HOUSE.fees.account, 'USDT', takerFee],
          ],
          { ...trade, takerFee },
        ),
        ME,
      );
    const told = (change: OwnerChange | undefined) => [textOf(change), change?.isResult];
    expect(told(matched('58', '2'))).toEqual([{ given: '2 USDT', received: '10 USDT', fee: '2 USDT' }, true]);
    expect(told(matched('41', '2'))).toEqual([{ given: '9 USDT', received: '', fee: '2 USDT' }, true]);
    // An opening costs its fee, and a rebate is what it brought.
    expect(told(matched('48', '2'))).toEqual([{ given: '2 USDT', received: '', fee: '2 USDT' }, true]);
    expect(told(matched('50.1', '-0.1'))).toEqual([{ given: '', received: '0.1 USDT', fee: '-0.1 USDT' }, true]);
    const ended = (type: string, frozen: string, available: string) =>
      changeOf(
        event(type, [
          [margin('frozen'), 'USDT', frozen],
          [margin('available'), 'USDT', available],
        ]),
        ME,
      );
    expect(told(ended('ContractPositionsAdjusted', '-100', '90'))).toEqual([
      { given: '10 USDT', received: '', fee: '' },
      true,
    ]);
    expect(told(ended('PositionFunded', '-4', '0'))).toEqual([{ given: '4 USDT', received: '', fee: '' }, true]);
    expect(told(ended('OptionSettled', '-100', '191.98'))).toEqual([
      { given: '', received: '91.98 USDT', fee: '' },
      true,
    ]);
    expect(told(ended('OptionSettled', '-100', '0'))).toEqual([{ given: '100 USDT', received: '', fee: '' }, true]);
    expect(ended('OptionReturned', '-100', '100')).toBeUndefined();
  });

  it('is the principal of a loan as it comes and goes, and its cost as a fee', () => {
    const disbursed = event('LoanDisbursed', [
      [HOUSE.lending.account, 'USDT', '-300'],
      [spot(ME), 'USDT', '300'],
    ]);
    const repaid = event('LoanRepaid', [
      [spot(ME), 'USDT', '-300.6'],
      [HOUSE.lending.account, 'USDT', '300'],
      [HOUSE.loanIncome.account, 'USDT', '0.6'],
    ]);
    expect([disbursed, repaid].map((each) => textOf(changeOf(each, ME)))).toEqual([
      { given: '', received: '300 USDT', fee: '' },
      { given: '300.6 USDT', received: '', fee: '0.6 USDT' },
    ]);
    expect([disbursed, repaid].map((each) => changeOf(each, ME)?.isResult)).toEqual([false, false]);
  });

  it('is a withdrawal with the fee that stays here', () => {
    const paid = event('WithdrawalPaid', [
      [spot(ME, 'frozen'), 'USDT', '-100'],
      [HOUSE.chain.account, 'USDT', '99'],
      [HOUSE.fees.account, 'USDT', '1'],
    ]);
    expect(textOf(changeOf(paid, ME))).toEqual({ given: '100 USDT', received: '', fee: '1 USDT' });
  });

  it('carries what a conversion was decided by, and what was paid for it outside', () => {
    const converted = event(
      'FundsConverted',
      [
        [spot(ME), 'ETH', '-2'],
        [spot(ME), 'BTC', '0.1'],
      ],
      { legs: [{ currency: 'ETH', worthUsdt: '7000' }] },
    );
    expect(changeOf(converted, ME)?.given.map(({ worthUsdt }) => worthUsdt)).toEqual([amount('7000')]);
    const completed = event('C2cCompleted', [[spot(ME), 'USDT', '500']]);
    expect(changeOf(completed, ME, amount('505'))?.paidUsdt).toBe(amount('505'));
    expect(changeOf(completed, ME)?.paidUsdt).toBeNull();
  });
});
