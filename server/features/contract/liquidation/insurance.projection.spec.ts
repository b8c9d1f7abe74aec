import { describe, it } from '@jest/globals';
import { amount } from '../../../../shared/money.js';
import { projection } from '../../../engine/projections/projection.testkit.js';
import { insuranceFund, insuranceProjection } from './insurance.projection.js';

const stream = 'insurance-real';
const granted = {
  stream,
  type: 'InsuranceFundGranted',
  data: { amount: '4', granted: '4', balance: '4', policy: { name: 'contract.insurance', version: 1 } },
};
const moved = {
  stream,
  type: 'InsuranceFundMoved',
  data: {
    symbol: 'BTCUSDT-PERP',
    side: 'long',
    beat: 21,
    lots: 824,
    price: '89.85',
    markPrice: '85',
    amount: '-3.9964',
    balance: '0.0036',
  },
};

describe('the history of the insurance fund', () => {
  it('has each grant and each liquidation, with what was left', () => {
    projection(insuranceProjection)
      .given(granted, moved)
      .then(
        insuranceFund,
        { position: 1, amount: amount('4'), granted: amount('4'), balance: amount('4'), symbol: '', side: '' },
        {
          position: 2,
          amount: amount('-3.9964'),
          balance: amount('0.0036'),
          symbol: 'BTCUSDT-PERP',
          side: 'long',
          lots: 824,
          price: amount('89.85'),
          markPrice: amount('85'),
        },
      );
  });

  it('has nothing of other streams', () => {
    projection(insuranceProjection)
      .given({ ...moved, stream: 'position-real-1' })
      .then(insuranceFund);
  });
});
