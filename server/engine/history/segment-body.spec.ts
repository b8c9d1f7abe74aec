import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { packed, unpacked } from './segment-body.js';

describe('the commands of a segment as they are stored', () => {
  it('are read back as they were, few or many', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.string()), { minLength: 1, maxLength: 200 }), (commands) => {
        const lines = commands.map((command) => JSON.stringify(command)).join('\n');
        expect(unpacked(packed(lines))).toBe(lines);
      }),
    );
  });

  it('take a tenth of the room where many are alike', () => {
    const lines = Array.from({ length: 64 }, (_, n) =>
      JSON.stringify({ type: 'Place', rules: 'x'.repeat(300), n }),
    ).join('\n');
    expect(packed(lines).length * 10).toBeLessThan(lines.length);
  });

  it('cannot be read once they are cut off or another', () => {
    const bytes = packed(`{"text":"${'x'.repeat(5_000)}"}`);
    expect(() => unpacked(bytes.subarray(0, -3))).toThrow();
    expect(() => unpacked(Buffer.from('no lines'))).toThrow();
    expect(() => unpacked(Buffer.alloc(0))).toThrow();
  });
});
