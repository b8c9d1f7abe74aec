import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { roundDueAt } from './drand.rules.js';
import { DrandClient } from './drand-client.js';
import { DrandSigner, FakeDrand, send } from './drand.testkit.js';

const AT = 1_700_000_000_000;
/** Another key, whose signatures are as real. */
const forger = new DrandSigner({ seed: 8 });

let drand: FakeDrand;
let url: string;
let due: number;

beforeEach(async () => {
  drand = new FakeDrand();
  url = await drand.start();
  due = roundDueAt(drand.signer.chain, AT);
});
afterEach(() => drand.stop());

/** What the client says of a server that answers a path with this, and with the truth else. */
async function reasonOf(path: 'info' | 'public', body: unknown, status = 200): Promise<string> {
  drand.instead = (asked, reply) => {
    if (!asked.startsWith(path)) return false;
    reply.statusCode = status;
    if (typeof body === 'string') reply.end(body);
    else send(reply, body);
    return true;
  };
  return reason(new DrandClient(url).roundDueAt(AT));
}

const reason = (found: Promise<unknown>): Promise<string> =>
  found.then(
    () => 'found',
    (error: { reason?: string }) => error.reason ?? String(error),
  );

describe('a client of drand', () => {
  it('finds the round that is due, and asks for the description of the chain once', async () => {
    const client = new DrandClient(url);
    expect(await client.roundDueAt(AT)).toEqual({
      chain: drand.signer.chain,
      round: due,
      signature: drand.signer.signatureOf(due),
    });
    await client.roundDueAt(AT + 3_000);
    expect(drand.asked).toEqual(['info', `public/${due}`, `public/${due + 1}`]);
  });

  it('believes no description but that of the chain that its address names', async () => {
    expect(await reasonOf('info', forger.info)).toBe('invalid');
    expect(await reasonOf('info', { ...forger.info, hash: drand.signer.chain.hash })).toBe('invalid');
    expect(await reasonOf('info', { ...drand.signer.info, genesis_time: 1_600_000_003 })).toBe('invalid');
    expect(await reasonOf('info', { ...drand.signer.info, schemeID: 'pedersen-bls-chained' })).toBe('invalid');
  });

  it('takes no other round, no other randomness and no forged signature', async () => {
    const honest = drand.signer.answerOf(due);
    expect(await reasonOf('public', drand.signer.answerOf(due - 1))).toBe('invalid');
    expect(await reasonOf('public', { ...drand.signer.answerOf(due - 1), round: due })).toBe('invalid');
    expect(await reasonOf('public', { ...honest, randomness: 'ab'.repeat(32) })).toBe('invalid');
    expect(await reasonOf('public', forger.answerOf(due))).toBe('invalid');
    expect(await reasonOf('public', honest)).toBe('found');
  });

  it.each([
    ['no JSON', 'nothing yet', 200, 'invalid'],
    ['another shape', { round: '1' }, 200, 'invalid'],
    ['a body without end', 'x'.repeat(3_000_000), 200, 'invalid'],
    ['not there yet', 'too early', 425, 'unavailable'],
    ['a fault', 'sorry', 500, 'unavailable'],
  ])('names what is wrong with %s', async (_, body, status, expected) => {
    expect(await reasonOf('public', body, status)).toBe(expected);
  });

  it('stops reading a body that never ends', async () => {
    let ended: Promise<unknown> | undefined;
    drand.instead = (path, reply) => {
      if (path === 'info') return false;
      ended = once(reply, 'close');
      const fill = (): void => {
        while (reply.write('x'.repeat(1_000)));
        reply.once('drain', fill);
      };
      fill();
      return true;
    };
    expect(await reason(new DrandClient(url).roundDueAt(AT))).toBe('invalid');
    await ended;
  });

  it('follows no redirection, not even to a server that would answer rightly', async () => {
    const other = new FakeDrand();
    const elsewhere = await other.start();
    drand.instead = (path, reply) => {
      reply.writeHead(302, { location: `${elsewhere}/${path}` }).end();
      return true;
    };
    expect(await reason(new DrandClient(url).roundDueAt(AT))).toBe('unavailable');
    expect(other.asked).toEqual([]);
    await other.stop();
  });

  it('waits for a slow answer no longer than it is told, whether nothing comes or half of it', async () => {
    for (const half of [false, true]) {
      const stop = new AbortController();
      drand.instead = (path, reply) => {
        if (path === 'info') return false;
        if (half) reply.write('{"round":');
        stop.abort();
        return true;
      };
      expect(await reason(new DrandClient(url).roundDueAt(AT, stop.signal))).toBe('late');
    }
    drand.instead = () => true;
    expect(await reason(new DrandClient(url, 20).roundDueAt(AT))).toBe('late');
  });

  it('says that a server is not there', async () => {
    await drand.stop();
    expect(await reason(new DrandClient(url).roundDueAt(AT))).toBe('unavailable');
    drand = new FakeDrand();
    await drand.start();
  });
});
