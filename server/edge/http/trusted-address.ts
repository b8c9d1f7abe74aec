import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { EdgeConfig } from '../edge-config.js';

/** Whether an address that handed a request on is believed; `hop` counts from 0, the one that is connected to us. */
export type Trust = (address: string, hop: number) => boolean;

/**
 * The rule for `X-Forwarded-For`, the same for calls and sockets. A number of proxies is counted from our end, so what an
 * asker wrote into the header himself stands before them and is not reached; Fastify's own rule for numbers believes nobody.
 */
export function trustOf(trustProxy: EdgeConfig['trustProxy']): Trust {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  if (typeof trustProxy === 'number') return (_, hop) => hop < trustProxy;
  return proxyAddress.compile(trustProxy.split(',').map((address) => address.trim()));
}

/** Who asks: the nearest address that is not a trusted proxy's. */
export function addressOf(request: IncomingMessage, trust: Trust): string {
  return proxyAddress(request, trust);
}
