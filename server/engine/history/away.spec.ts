import { describe, expect, it } from '@jest/globals';
import { Refused, refuse } from '../../core/refusal.js';
import { isAway } from './away.js';

const failed = (message: string, more: object = {}): Error => Object.assign(new Error(message), more);

describe('a database that is away', () => {
  it.each([
    ['refused', failed('connect', { code: 'ECONNREFUSED' })],
    ['a missing socket file', failed('connect', { code: 'ENOENT', syscall: 'connect' })],
    ['lost', failed('Connection terminated unexpectedly')],
    ['lost under a migration', failed('Query runner already released. Cannot run queries anymore.')],
    ['ending', failed('terminating connection', { code: '57P01' })],
    ['starting', failed('the database system is starting up', { code: '57P03' })],
    ['full', failed('could not extend file', { code: '53100' })],
    ['full by a quota', failed('could not extend file "base/5/1": Disk quota exceeded', { code: 'XX000' })],
    ['behind another error', new Error('not carried out', { cause: failed('x', { code: '08006' }) })],
    ['said by the writer', new Refused('OpenMarket', refuse('request.unavailable'))],
  ])('is one that is %s', (_, error) => {
    expect(isAway(error)).toBe(true);
  });

  it.each([
    ['a missing file', failed('open', { code: 'ENOENT', syscall: 'open' })],
    ['a violated constraint', failed('never_overdrawn', { code: '23514' })],
    ['a fenced append', failed('fenced off', { code: 'GB004' })],
    ['another refusal', new Refused('OpenMarket', refuse('market.closed'))],
    ['a mistake in a program', new TypeError('x is not a function')],
    ['nothing', undefined],
  ])('is not %s', (_, error) => {
    expect(isAway(error)).toBe(false);
  });
});
