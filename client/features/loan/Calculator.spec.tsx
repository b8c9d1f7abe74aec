import { describe, expect, it } from '@jest/globals';
import type { LoanProducts } from '../../../contracts/loan.contract';
import { rendered } from '../../lib/rendered.testkit';
import { Calculator } from './Calculator';

const PRODUCT = { minimum: '50', periods: [7, 14] } as unknown as LoanProducts;

describe('the calculator of loans', () => {
  it('begins empty, says how small a loan may be, and presets no maximum', async () => {
    const html = await rendered(<Calculator product={PRODUCT} />, 'loan');
    const [field = ''] = /<input[^>]*name="calculated"[^>]*>/.exec(html) ?? [];
    expect(field).toContain('value=""');
    expect(field).toContain('placeholder="50"');
    expect(html).toContain('data-testid="loan-figures"></div>');
  });
});
