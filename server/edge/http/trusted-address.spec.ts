import { describe, expect, it } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import type { EdgeConfig } from '../edge-config.js';
import { addressOf, networkOf, trustOf } from './trusted-address.js';

/** A client at 7.7.7.7 that claims to be 1.1.1.1, behind a proxy at 10.0.0.2 and one at 10.0.0.1, which is connected to us. */
const request = {
  socket: { remoteAddress: '10.0.0.1' },
  headers: { 'x-forwarded-for': '1.1.1.1, 7.7.7.7, 10.0.0.2' },
} as unknown as IncomingMessage;

describe('the address of an asker', () => {
  it.each<[EdgeConfig['trustProxy'], string]>([
    [false, '10.0.0.1'],
    [1, '10.0.0.2'],
    [2, '7.7.7.7'],
    ['10.0.0.1', '10.0.0.2'],
    ['10.0.0.0/8', '7.7.7.7'],
    ['10.0.0.1, 10.0.0.2', '7.7.7.7'],
    ['10.0.0.2', '10.0.0.1'],
    [true, '1.1.1.1'],
  ])('with trust in %s is %s', (trustProxy, address) => {
    expect(addressOf(request, trustOf(trustProxy))).toBe(address);
  });
});

describe('what an asker is counted by', () => {
  it.each([
    ['7.7.7.7', '7.7.7.7'],
    ['::ffff:7.7.7.7', '7.7.7.7'],
    ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::5', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
    ['64:ff9b::7.7.7.7', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('of %s is %s, because whoever has one address of IPv6 has a /64 of them', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
