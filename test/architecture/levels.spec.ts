import { describe, expect, it } from '@jest/globals';
import { read, sourceFiles } from '../kit/sources.js';

describe('npm test and npm run test:all', () => {
  it('differ in how often and how much of a thing is looked at, which one file decides', () => {
    const readers = sourceFiles().filter((path) => read(path).includes(['TEST', 'LEVEL'].join('_')));
    expect(readers).toEqual(['scripts/test.mjs', 'test/kit/level.ts']);
  });
});
