import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import type { EdgeConfig } from '../edge-config.js';

/** Whether an address that handed a request on is believed; `hop` counts from 0, the one that is connected to us. */
export type Trust = (address: string, hop: number) => boolean;

/**
 * The rule for `X-Forwarded-For`, the same for calls and sockets. A number of proxies is counted from our end, so addresses that
 * the client wrote into the header stand before them and are not reached; Fastify's own rule for numbers trusts none.
 */
export function trustOf(trustProxy: EdgeConfig['trustProxy']): Trust {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  if (typeof trustProxy === 'number') return (_, hop) => hop < trustProxy;
  return proxyAddress.compile(trustProxy.split(',').map((address) => address.trim()));
}

/** The client: the nearest address that is not a trusted proxy's. */
export function addressOf(request: IncomingMessage, trust: Trust): string {
  return proxyAddress(request, trust);
}

/**
 * The key by which tries and requests are counted. One customer has a /64 of IPv6 at least, and could use another address of it
 * each time; an IPv4 address inside IPv6 is that IPv4 address.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain);
  if (mapped?.[1] !== undefined) return mapped[1];
  const [front = '', back] = plain.split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [first, last] = [groups(front), groups(back ?? '')];
  // Four digits with dots at the end are two groups.
  const length = first.length + last.length + (plain.includes('.') ? 1 : 0);
  const zeros = back === undefined ? [] : Array.from({ length: 8 - length }, () => '0');
  const network = [...first, ...zeros, ...last].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
