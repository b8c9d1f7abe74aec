import { describe, expect, it } from '@jest/globals';
import {
  eventIdOfPosting,
  listLink,
  ownerOfAccount,
  parseEventId,
  parseStreamId,
  showLink,
  streamLink,
  userIdOfActor,
  userIdOfOwner,
} from './addresses.js';

describe('addresses in the console', () => {
  it('reads realm and position from an event id', () => {
    expect(parseEventId('demo:17')).toEqual({ realm: 'demo', position: 17 });
    for (const id of ['demo', 'demo:', ':1', 'demo:-1', 'demo:1:2']) expect(parseEventId(id)).toBeUndefined();
    expect(eventIdOfPosting('demo:17:2')).toBe('demo:17');
  });
  it('keeps colons and slashes that belong to the stream', () => {
    expect(parseStreamId('demo:book-BTC/USDT')).toEqual({ realm: 'demo', stream: 'book-BTC/USDT' });
    expect(parseStreamId('demo:a:b')).toEqual({ realm: 'demo', stream: 'a:b' });
    for (const id of ['demo', ':x', 'demo:']) expect(parseStreamId(id)).toBeUndefined();
  });
  it('finds the person behind every generation of an account', () => {
    expect(userIdOfOwner('demo-ab12.1')).toBe('demo-ab12');
    expect(userIdOfOwner('real-9f.12')).toBe('real-9f');
    expect(userIdOfOwner('demo-ab12')).toBe('demo-ab12');
    expect(userIdOfOwner('house/fees')).toBeUndefined();
    expect(ownerOfAccount('user/demo-ab12.1/spot/frozen')).toBe('demo-ab12.1');
    expect(ownerOfAccount('house/fees')).toBeUndefined();
    expect(userIdOfActor('user:demo-ab12')).toBe('demo-ab12');
    expect(userIdOfActor('timer')).toBeUndefined();
  });
  it('escapes what would break an address', () => {
    expect(showLink('ledger-accounts', 'demo:house/fees:USDT')).toBe(
      '/ledger-accounts/demo%3Ahouse%2Ffees%3AUSDT/show',
    );
    expect(streamLink('demo', 'book-BTC/USDT', 3)).toBe('/streams/demo%3Abook-BTC%2FUSDT/show?version=3');
    expect(listLink('events', { realm: 'demo' })).toBe('/events?filter=%7B%22realm%22%3A%22demo%22%7D&page=1');
  });
});
