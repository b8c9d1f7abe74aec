import { describe, expect, it } from '@jest/globals';
import { filesBelow, read } from '../../test/kit/sources.js';
import { toApiFilter } from './filters.js';

describe('filters of lists', () => {
  it('sends instants in milliseconds', () => {
    expect(toApiFilter({ atFrom: '2026-11-21T03:00:00.000Z', atTo: new Date(5) })).toEqual({
      atFrom: Date.UTC(2026, 10, 21, 3),
      atTo: 5,
    });
  });
  it('knows every instant that a list of the console can be filtered by', () => {
    const lists = filesBelow('admin/resources').filter((path) => path.endsWith('-list.tsx'));
    const names = lists.flatMap((path) =>
      [...read(path).matchAll(/instantFilter\('(\w+)'\)/g)].map(([, name]) => name ?? ''),
    );
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => toApiFilter({ [name]: new Date(5) })[name] !== 5)).toEqual([]);
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
