import { z } from 'zod';
import type { Instant } from '../../core/clock.js';
import { DRAND_SCHEME, randomnessOf, roundDueAt, wrongInRound } from './drand.rules.js';
import type { DrandChain, DrandRound } from './drand.rules.js';

/** An answer has less than 1,000 bytes. */
const BODY_BYTES_MAX = 8_192;
const REQUEST_MS = 5_000;

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));

/** `/info` and `/public/<round>` of a drand server, https://docs.drand.love. */
const infoAnswer = z.object({
  public_key: hex(96),
  period: z.int().min(1).max(86_400),
  genesis_time: z.int().min(0),
  hash: hex(32),
  groupHash: hex(32),
  schemeID: z.literal(DRAND_SCHEME),
  metadata: z.object({ beaconID: z.string().max(100) }),
});
const roundAnswer = z.object({ round: z.int(), randomness: hex(32), signature: hex(48) });

/** `late`: no whole answer in time. `unavailable`: no answer, or a refusal or redirection. `invalid`: an answer that is wrong. */
export class NoRound extends Error {
  constructor(
    readonly reason: 'late' | 'unavailable' | 'invalid',
    message: string,
  ) {
    super(message);
  }
}

/** Reads rounds of one drand chain from one server, which is not trusted: the hash in its address names the chain and its key. */
export class DrandClient {
  private chain: DrandChain | undefined;
  private readonly chainHash: string;

  /** `https://api.drand.sh/<hash of the chain>`, without a slash at the end. */
  constructor(
    private readonly url: string,
    private readonly requestMs = REQUEST_MS,
  ) {
    this.chainHash = url.slice(url.lastIndexOf('/') + 1);
  }

  /** The first round that is due at an instant or after it. Throws `NoRound`. */
  async roundDueAt(at: Instant, signal?: AbortSignal): Promise<DrandRound> {
    const chain = (this.chain ??= await this.readChain(signal));
    const due = roundDueAt(chain, at);
    const { round, randomness, signature } = await this.read(`public/${due}`, roundAnswer, signal);
    const found = { chain, round, signature };
    const [wrong] = wrongInRound(found, at);
    if (wrong !== undefined) throw new NoRound('invalid', `expected is ${wrong[0]}, found is ${wrong[1]}`);
    if (randomness !== randomnessOf(found))
      throw new NoRound('invalid', 'the randomness is not the hash of the signature');
    return found;
  }

  private async readChain(signal?: AbortSignal): Promise<DrandChain> {
    const info = await this.read('info', infoAnswer, signal);
    if (info.hash !== this.chainHash) throw new NoRound('invalid', `the server describes the chain ${info.hash}`);
    return {
      hash: info.hash,
      publicKey: info.public_key,
      periodSeconds: info.period,
      genesisSeconds: info.genesis_time,
      groupHash: info.groupHash,
      beaconName: info.metadata.beaconID,
    };
  }

  private async read<Answer>(path: string, schema: z.ZodType<Answer>, given?: AbortSignal): Promise<Answer> {
    const timeout = AbortSignal.timeout(this.requestMs);
    const signal = given === undefined ? timeout : AbortSignal.any([given, timeout]);
    const text = await this.textOf(path, signal);
    const read = schema.safeParse(parsed(text));
    if (!read.success) throw new NoRound('invalid', `/${path} has another shape: ${z.prettifyError(read.error)}`);
    return read.data;
  }

  private async textOf(path: string, signal: AbortSignal): Promise<string> {
    try {
      const response = await fetch(`${this.url}/${path}`, { redirect: 'error', signal });
      if (response.ok) return await limited(response);
      await response.body?.cancel();
      throw new NoRound('unavailable', `/${path} answers ${response.status}`);
    } catch (error) {
      if (error instanceof NoRound) throw error;
      if (signal.aborted) throw new NoRound('late', `/${path} was not answered in time`);
      const { cause } = error as Error;
      throw new NoRound('unavailable', `/${path}: ${cause instanceof Error ? cause.message : String(error)}`);
    }
  }
}

/** The body, read no further than an honest one is long. */
async function limited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels what is still to come.
    if (bytes > BODY_BYTES_MAX) throw new NoRound('invalid', `the answer has more than ${BODY_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
