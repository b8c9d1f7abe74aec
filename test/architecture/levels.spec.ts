import { describe, expect, it } from '@jest/globals';
import { LONG } from '../kit/order.mjs';
import { filesBelow, read, sourceFiles } from '../kit/sources.js';

describe('npm test and npm run test:all', () => {
  it('differ in how often and how much of a thing is looked at, which one file decides', () => {
    const readers = sourceFiles().filter((path) => read(path).includes(['TEST', 'LEVEL'].join('_')));
    expect(readers).toEqual(['scripts/test.mjs', 'test/kit/level.ts']);
  });
});

describe('the order of the suites', () => {
  it('names files that exist, each once', () => {
    const files = filesBelow('');
    const found = LONG.map((name) => files.filter((path) => path.includes(`${name}.spec`)).length);
    expect(LONG.filter((_, index) => found[index] !== 1)).toEqual([]);
  });
});
