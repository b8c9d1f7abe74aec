import { describe, expect, it } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import type { EdgeConfig } from '../edge-config.js';
import { addressOf, trustOf } from './trusted-address.js';

/** An asker at 7.7.7.7 who claims to be 1.1.1.1, behind a proxy at 10.0.0.2 and one at 10.0.0.1, which is connected to us. */
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
