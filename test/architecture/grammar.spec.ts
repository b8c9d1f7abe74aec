import { expect, it } from '@jest/globals';
import { read, sourceFiles } from '../kit/sources.js';

it('tests speak to the server as callers, and name what they say of the transport', () => {
  const users = sourceFiles().filter((path) => /^import .*'supertest'/m.test(read(path)));
  expect(users).toEqual(['test/kit/trader.ts', 'test/kit/wire.ts']);
});
