import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { chainHashOf, DRAND_SCHEME, randomnessOf, type DrandChain } from './drand.rules.js';

const bls = bls12_381.shortSignatures;

/** The key pair of a chain of one, so that tests sign real rounds. */
export class DrandSigner {
  readonly chain: DrandChain;
  private readonly secretKey: Uint8Array;

  constructor({ seed = 7, genesisSeconds = 1_600_000_000, periodSeconds = 3 } = {}) {
    const { secretKey, publicKey } = bls.keygen(Buffer.alloc(48, seed));
    const facts = { publicKey: publicKey.toHex(), periodSeconds, genesisSeconds, groupHash: '9f'.repeat(32) };
    const described = { ...facts, beaconName: 'tests' };
    this.secretKey = secretKey;
    this.chain = { ...described, hash: chainHashOf(described) };
  }

  signatureOf(round: number): string {
    const number = Buffer.alloc(8);
    number.writeBigUInt64BE(BigInt(round));
    return bls.sign(bls.hash(createHash('sha256').update(number).digest()), this.secretKey).toHex();
  }

  get info() {
    const { publicKey, periodSeconds, genesisSeconds, groupHash, beaconName } = this.chain;
    return {
      public_key: publicKey,
      period: periodSeconds,
      genesis_time: genesisSeconds,
      hash: this.chain.hash,
      groupHash,
      schemeID: DRAND_SCHEME as string,
      metadata: { beaconID: beaconName },
    };
  }

  answerOf(round: number) {
    const signature = this.signatureOf(round);
    return { round, randomness: randomnessOf({ signature }), signature };
  }
}

/** A drand server on this machine: honest, unless a test answers in its place. */
export class FakeDrand {
  readonly signer = new DrandSigner();
  /** The paths asked for, after the hash of the chain. */
  readonly asked: string[] = [];
  /** Answers a request itself, if it answers `true`. */
  instead: (path: string, reply: ServerResponse) => boolean = () => false;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, reply) => {
      const path = (request.url ?? '').slice(this.signer.chain.hash.length + 2);
      this.asked.push(path);
      if (this.instead(path, reply)) return;
      const round = /^public\/(\d+)$/.exec(path)?.[1];
      send(reply, path === 'info' ? this.signer.info : this.signer.answerOf(Number(round)));
    });
  }

  /** Its address with the hash of its chain. */
  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${this.signer.chain.hash}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

export function send(reply: ServerResponse, body: unknown): void {
  reply.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}
