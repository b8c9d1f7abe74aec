import { describe, it } from '@jest/globals';
import { amount } from '../../../shared/money.js';
import { projection } from '../../engine/projections/projection.testkit.js';
import { custodyHouse, custodyOrders, custodyProjection, custodyRates } from './custody.projection.js';

const who = { userId: 'real-ann', ownerId: 'real-ann.1', orderId: 'cus-1', productId: 'flat' };
const band = { rateMin: '0.003', rateMax: '0.005' };
const own = (type: string, data: object) => ({ type, stream: 'custody-real-ann.1', data: { ...who, ...data } });
const house = (type: string, data: object) => ({ type, stream: 'custodyhouse-real', data });
const bought = own('CustodyBought', {
  principal: '1000',
  highest: '35',
  cycleDays: 7,
  firstDate: '2028-02-28',
  lastDate: '2028-03-05',
  maturesAt: 9,
  ...band,
  penalty: 'flat',
  penaltyRate: '0.05',
  advanced: false,
  policy: { name: 'custody.rules', version: 3, inputs: {} },
});
const asked = own('CustodyRedemptionRequested', { requestId: 'red-1', principal: '1000', notBegun: 7, penalty: '50' });

describe('custody orders as they are read', () => {
  it('are in custody, redeeming, rejected, and in custody again when taken back', () => {
    const story = projection(custodyProjection).given(bought);
    story.then(custodyOrders, { orderId: 'cus-1', status: 'in-custody', amount: amount('1000'), policyVersion: 3 });
    story
      .when(asked)
      .then(custodyOrders, { status: 'redeeming', requestId: 'red-1', penalty: amount('50'), requestedAt: 2 });
    story.when(own('CustodyRedemptionRejected', { requestId: 'red-1', reasons: ['other'] }));
    story.then(custodyOrders, { status: 'redemption-rejected', rejectedFor: 'other', requestedAt: 2 });
    story.when(asked, own('CustodyContinued', { requestId: 'red-1' }));
    story.then(custodyOrders, { status: 'in-custody', requestedAt: 0, rejectedFor: '' });
  });

  it('end redeemed or completed, with the rates they were paid by', () => {
    const redeemed = {
      principal: '1000',
      highest: '35',
      rates: ['0.0044'],
      interest: '4.4',
      penalty: '50',
      returned: '954.4',
    };
    const story = projection(custodyProjection).given(
      bought,
      asked,
      own('CustodyRedeemed', { requestId: 'red-1', ...redeemed }),
    );
    story.then(custodyOrders, { status: 'redeemed', endedAt: 3, rates: '0.0044', penaltyPaid: amount('50') });
    const completed = { principal: '1000', highest: '35', rates: ['0.003', '0.004'], interest: '7', returned: '1007' };
    projection(custodyProjection)
      .given(bought, own('CustodyCompleted', completed))
      .then(custodyOrders, {
        status: 'completed',
        rates: '0.003,0.004',
        interest: amount('7'),
        returned: amount('1007'),
      });
  });
});

describe('the treasury as it is read', () => {
  it('adds grants, holds, interest and penalties', () => {
    const cover = { orderId: 'cus-1', principal: '1000', highest: '35' };
    const story = projection(custodyProjection).given(
      house('CustodyTreasuryGranted', { granted: '100', total: '100' }),
      house('CustodyCovered', { ...cover, productId: 'flat', ...band }),
    );
    story.then(custodyHouse, {
      freeUsdt: amount('65'),
      heldUsdt: amount('35'),
      openCount: 1,
      openUsdt: amount('1000'),
    });
    story.when(house('CustodyCoverEnded', { ...cover, interest: '4.4', penalty: '50' }));
    story.then(custodyHouse, {
      grantedUsdt: amount('100'),
      freeUsdt: amount('145.6'),
      heldUsdt: 0n,
      openCount: 0,
      count: 1,
      interestUsdt: amount('4.4'),
      penaltyUsdt: amount('50'),
    });
  });

  it('keeps each rate with its date and epoch', () => {
    const rates = [{ productId: 'flat', ...band, rate: '0.0044' }];
    projection(custodyProjection)
      .given(house('CustodyRateRevealed', { date: '2028-02-29', epoch: 5, rates, nextDate: '', nextRevealsAt: 0 }))
      .then(custodyRates, { productId: 'flat', date: '2028-02-29', epoch: 5, rate: '0.0044' });
  });
});
