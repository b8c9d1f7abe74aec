import { describe, expect, it } from '@jest/globals';
import { withoutDeclarations } from './without-schemas.mjs';

const CALL = `export const placeOrder = defineCall({
  method: 'POST',
  path: 'web/placeOrder',
  ...COMMON,
  input: placeOrderBody,
  refusals: ['order.book-full'],
});`;

describe('a contract in a browser', () => {
  it('has of a call its method and path', () => {
    expect(withoutDeclarations(CALL)).toBe("export const placeOrder = { method: 'POST', path: 'web/placeOrder' };");
  });

  it('keeps what is computed only for whoever imports it', () => {
    expect(withoutDeclarations('const view = z.object({ at: z.number() });')).toBe(
      'const view = /* @__PURE__ */ (() => (z.object({ at: z.number() })))();',
    );
    expect(withoutDeclarations('const ALL = [...SOME];')).toBe('const ALL = /* @__PURE__ */ (() => ([...SOME]))();');
  });

  it('keeps lists and functions as they are', () => {
    const code = "export const SIDES = ['buy', 'sell'];\nexport const isBuy = (side) => SIDES.indexOf(side) === 0;";
    expect(withoutDeclarations(code)).toBe(code);
  });
});
