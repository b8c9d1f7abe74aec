import { describe, it } from '@jest/globals';
import { projection } from '../engine/projections/projection.testkit.js';
import { decisions, decisionsProjection } from './decisions.projection.js';

const cap = { name: 'risk.caps', version: 3, inputs: { class: 'balanced', cap: '50000' } };
const rules = { name: 'loan.rules', version: 1, inputs: { days: 30 } };
const { given } = projection(decisionsProjection);
const granted = (data: unknown) => ({ type: 'LoanGranted', data });

describe('a decision', () => {
  const shared = { realm: 'real', position: 1, userId: 'real-1', at: 1, eventType: 'LoanGranted' };

  it('is every event that names its user and the policies it followed, a row each', () => {
    given(granted({ userId: 'real-1', policy: rules, policies: [cap] })).then(
      decisions,
      { ...shared, line: 0, name: 'loan.rules', version: 1, inputs: '{"days":30}' },
      { ...shared, line: 1, name: 'risk.caps', version: 3, inputs: '{"class":"balanced","cap":"50000"}' },
    );
  });

  it.each([
    ['names no user', { policy: cap }],
    ['names no policy', { userId: 'real-1' }],
    ['followed none', { userId: 'real-1', policy: null, policies: [] }],
    ['has a policy that is only a name', { userId: 'real-1', policy: 'spot.rules' }],
    ['says nothing', null],
  ])('is no event that %s', (_, data) => {
    given(granted(data)).then(decisions);
  });
});
