import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { checkEventHash, hashedText, isMasked } from './event-hash.js';

const event = {
  id: 'demo:2',
  realm: 'demo',
  position: 2,
  stream: 'account-demo-ab12',
  version: 1,
  type: 'DemoAccountOpened',
  schema: 1,
  at: 1_795_000_000_000,
  actor: 'user:demo-ab12',
  correlation: 'call-ab12',
  causation: 'call-ab12/OpenDemo',
  command: 'c'.repeat(64),
  data: { userId: 'demo-ab12', note: 'größer\n' },
  postings: [
    { account: 'user/demo-ab12.1/spot/available', asset: 'USDT', amount: '100000' },
    { account: 'house/demo-grants', asset: 'USDT', amount: '-100000' },
  ],
  previousHash: 'a'.repeat(64),
  hashRight: true,
  ids: {},
};
const text = [
  'a'.repeat(64),
  'demo\n2\naccount-demo-ab12\n1\nDemoAccountOpened\n1\n1795000000000\nuser:demo-ab12\ncall-ab12\ncall-ab12/OpenDemo',
  'c'.repeat(64),
  '{"userId":"demo-ab12","note":"größer\\n"}',
  '[["user/demo-ab12.1/spot/available","USDT","100000"],["house/demo-grants","USDT","-100000"]]',
].join('\n');
const hash = createHash('sha256').update(text).digest('hex');

describe('the hash of an event, recomputed in the browser', () => {
  it('covers the previous hash and every field, one a line', () => {
    expect(hashedText(event)).toBe(text);
    expect(hashedText({ ...event, postings: [] }).endsWith('\\n"}\n')).toBe(true);
  });
  it('is equal for the event as it was written', async () => {
    expect(await checkEventHash({ ...event, hash })).toEqual({ computed: hash, expected: hash, equal: true });
  });
  it('cannot be recomputed where personal data is masked', () => {
    expect(isMasked(event)).toBe(false);
    expect(isMasked({ data: { name: 'A•••' } })).toBe(true);
  });
  it('is unequal as soon as any field differs', async () => {
    for (const change of [
      { position: 3 },
      { actor: 'timer' },
      { correlation: 'call-b' },
      { causation: 'call-b/OpenDemo' },
      { command: 'd'.repeat(64) },
      { data: {} },
      { postings: [] },
      { previousHash: 'b' },
    ])
      expect((await checkEventHash({ ...event, hash, ...change })).equal).toBe(false);
  });
});
