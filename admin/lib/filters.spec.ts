import { describe, expect, it } from '@jest/globals';
import { toApiFilter } from './filters.js';

describe('filters of lists', () => {
  it('sends instants in milliseconds', () => {
    expect(toApiFilter({ atFrom: '2026-11-21T03:00:00.000Z', atTo: new Date(5) })).toEqual({
      atFrom: Date.UTC(2026, 10, 21, 3),
      atTo: 5,
    });
  });
  it('sends positions as whole numbers and nothing that is none', () => {
    expect(toApiFilter({ positionFrom: '12', positionTo: 20, version: 'x' })).toEqual({
      positionFrom: 12,
      positionTo: 20,
      version: 'x',
    });
    expect(toApiFilter({ positionFrom: '1.5', positionTo: '-3', position: 'abc' })).toEqual({});
  });
  it('leaves out what is empty or half typed', () => {
    expect(toApiFilter({ realm: '', q: '  ', actor: null, atFrom: 'yesterday', stream: undefined })).toEqual({});
  });
  it('trims text and keeps lists of ids', () => {
    expect(toApiFilter({ q: ' demo-ab12 ', id: ['demo:1', 2] })).toEqual({ q: 'demo-ab12', id: ['demo:1', 2] });
  });
});
