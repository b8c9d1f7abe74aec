import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { isRefusal } from '../../core/refusal.js';
import { readListRequest, type ListShape } from './list-request.js';

const filter = z.object({ realm: z.enum(['demo', 'real']).optional(), epoch: z.int().optional() });
const shape: ListShape<typeof filter> = { filter, sorts: ['at', 'id'], defaultSort: ['at', 'DESC'] };
const read = (input: Parameters<typeof readListRequest>[1]) => readListRequest(shape, input);

describe('a list request', () => {
  it('that asks for nothing is the first page in the usual order', () => {
    expect(read({})).toEqual({ filter: {}, ids: undefined, from: 0, count: 25, sort: 'at', descending: true });
  });

  it('carries filter, range, order and ids', () => {
    const input = { filter: '{"realm":"demo","id":["a",7]}', range: '[50,74]', sort: '["id","ASC"]' };
    expect(read(input)).toEqual({
      filter: { realm: 'demo' },
      ids: ['a', '7'],
      from: 50,
      count: 25,
      sort: 'id',
      descending: false,
    });
  });

  it('takes one id for a list of one', () => {
    expect(read({ filter: '{"id":"a"}' })).toMatchObject({ ids: ['a'] });
  });

  it.each([
    [{ filter: '{"salary":1}' }, 'request.field-unknown', 'filter.salary'],
    [{ filter: '{"realm":"house"}' }, 'request.field-invalid', 'filter.realm'],
    [{ filter: '{"epoch":1.5}' }, 'request.field-invalid', 'filter.epoch'],
    [{ filter: '{"id":[{}]}' }, 'request.field-invalid', 'filter.id'],
    [{ filter: '{"id":["\\u0000"]}' }, 'request.field-invalid', 'filter'],
    [{ filter: '[1]' }, 'request.field-invalid', 'filter'],
    [{ filter: 'x' }, 'request.field-invalid', 'filter'],
    [{ range: '[0]' }, 'request.field-invalid', 'range'],
    [{ range: '[-1,3]' }, 'request.field-invalid', 'range'],
    [{ range: '[3,2]' }, 'request.field-invalid', 'range'],
    [{ range: '[0,1000]' }, 'request.field-invalid', 'range'],
    [{ range: '[2000000,2000001]' }, 'request.field-invalid', 'range'],
    [{ sort: '["at"]' }, 'request.field-invalid', 'sort'],
    [{ sort: '["password","ASC"]' }, 'request.field-invalid', 'sort'],
    [{ sort: '["at","asc; drop table events"]' }, 'request.field-invalid', 'sort'],
  ])('is refused by the name of what is wrong: %j', (input, refusal, field) => {
    const answer = read(input);
    expect(isRefusal(answer) && [answer.refusal, answer.params['field']]).toEqual([refusal, field]);
  });
});
