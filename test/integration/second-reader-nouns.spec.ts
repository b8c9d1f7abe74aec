import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { amount, format } from '../../shared/money.js';
import { World } from '../../server/audit/simulation/world.js';
import type { PublishedTerms } from '../../server/core/history-audit.js';
import { CheckpointKey } from '../../server/engine/history/checkpoint-key.js';
import type { EventRow } from '../../server/engine/history/codec.js';
import { simulations } from '../../server/features.js';
import { carriedPolicies, decidedIn, exportDecided, rewritten, type Decided } from '../kit/exported.js';
import { comparedIn, readInPython, runPython } from '../kit/second-reader.js';
import { ContractWorld } from '../simulation/contract-world.js';

/** Simulated people pay fees by a table and odds by figures that no house published. */
const OF_EVERYTHING = ['orders', 'fills', 'conversions', 'options', 'custody', 'funds', 'loans', 'c2c'];
const OF_CONTRACTS = ['orders', 'margins', 'contracts', 'liquidations'];

/** RFC 8032, 7.1, test 1. */
const KNOWN = {
  key: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  signature:
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
};
const ORDER = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;

type Lines = [account: string, asset: string, amount: string][];
type Data = Record<string, string>;

interface Story {
  readonly nouns: readonly string[];
  readonly published: Pick<PublishedTerms, 'policies' | 'classes'>;
  readonly realms: readonly Decided[];
}

describe('a second reader in Python', () => {
  const folder = mkdtempSync(join(tmpdir(), 'glassbook-python-'));
  const key = CheckpointKey.throwaway();
  let everything: Story;
  let contracts: Story;

  beforeAll(async () => {
    const world = new World(7, await simulations());
    await world.run(3_000);
    const realms = [decidedIn(world.realm('demo')), decidedIn(world.realm('real'))];
    const published = { policies: carriedPolicies(realms), classes: new Map<string, string>() };
    everything = { nouns: OF_EVERYTHING, published, realms };
    const trading = new ContractWorld(252);
    trading.run(150);
    contracts = { nouns: OF_CONTRACTS, published: trading.published, realms: [decidedIn(trading.memory)] };
    await exportDecided({ folder, key, ...contracts });
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = ({ nouns }: Story, ...more: string[]) => readInPython(folder, '--only', nouns.join(), ...more);

  it.each([
    ['people of both realms', () => everything],
    ['a contract with fundings, liquidations, a split and dividends', () => contracts],
  ])(
    'computes every amount of %s again, and says how many of each',
    async (_, storyOf) => {
      const story = storyOf();
      await exportDecided({ folder, key, ...story });
      const { code, output } = read(story);
      expect([code, output]).toEqual([0, expect.stringMatching(/^OK: \d+ comparisons/m)]);
      const compared = comparedIn(output);
      for (const noun of ['chain', 'segments', 'checkpoints', 'balances', ...story.nouns])
        expect([noun, (compared.get(noun) ?? 0) > 0]).toEqual([noun, true]);
    },
    60_000,
  );

  /** One row and its data and postings bent by somebody who has the key: chain, signature and balances are right. */
  async function bent(
    story: Story,
    [type, isMeant]: [type: string, isMeant: (data: Data, row: EventRow) => boolean],
    change: (data: Data, lines: Lines) => void,
  ): Promise<{ where: string; output: string; code: number | null }> {
    const rows = story.realms.flatMap(({ rows: all }) => all);
    const row = rows.find((one) => one.type === type && isMeant(JSON.parse(one.data) as Data, one));
    if (row === undefined) throw new Error(`nobody did ${type}`);
    const data = JSON.parse(row.data) as Data;
    const lines = JSON.parse(row.postings ?? '[]') as Lines;
    change(data, lines);
    const postings = lines.length === 0 ? null : JSON.stringify(lines);
    const realms = story.realms.map((realm) =>
      rewritten(realm, (one) => (one.hash === row.hash ? { data: JSON.stringify(data), postings } : {})),
    );
    await exportDecided({ folder, key, ...story, realms });
    return { where: `${row.realm} ${row.position}`, ...read(story) };
  }

  const deeds: [
    deed: string,
    noun: string,
    storyOf: () => Story,
    meant: [type: string, isMeant: (data: Data, row: EventRow) => boolean],
    change: (data: Data, lines: Lines) => void,
  ][] = [
    [
      'an option that pays more than it won',
      'options',
      () => everything,
      ['OptionSettled', ({ result }) => result === 'won'],
      (data, lines) => {
        more(data, 'returned', '0.01');
        move(lines, 'house/options', /available /, '0.01');
      },
    ],
    [
      'a conversion that brings more than was quoted',
      'conversions',
      () => everything,
      ['FundsConverted', () => true],
      (data, lines) => {
        more(data, 'received', '0.5');
        move(lines, 'house/conversion', /available /, '0.5');
      },
    ],
    [
      'custody that earns more than its rates',
      'custody',
      () => everything,
      ['CustodyCompleted', () => true],
      (data, lines) => {
        more(data, 'interest', '0.00000001');
        more(data, 'returned', '0.00000001');
        move(lines, 'house/treasury', /available /, '0.00000001');
      },
    ],
    [
      'a fee that is less than the rate of the fill',
      'fills',
      () => everything,
      ['SpotOrderMatched', ({ takerFee = '0', makerFee }) => makerFee === '0' && amount(takerFee) > amount('0.01')],
      (data, lines) => {
        more(data, 'takerFee', '-0.01');
        move(lines, 'house/fees', /^user.* USDT$/, '0.01');
      },
    ],
    [
      'units of a fund that its value does not give',
      'funds',
      () => everything,
      ['FundUnitsIssued', () => true],
      (data) => more(data, 'units', '0.000001'),
    ],
    [
      'a loan that costs less interest',
      'loans',
      () => everything,
      ['LoanRepaid', ({ interest }) => interest !== '0'],
      (data) => more(data, 'interest', '-0.00000001'),
    ],
    [
      'an order of C2C at a better price',
      'c2c',
      () => everything,
      ['C2cOrderPlaced', () => true],
      (data) => more(data, 'price', '-0.0001'),
    ],
    [
      'a funding payment that is smaller than size times index',
      'contracts',
      () => contracts,
      ['PositionFunded', ({ paid = '0' }, { postings }) => postings !== null && amount(paid) > amount('0.01')],
      (data, lines) => {
        more(data, 'paid', '-0.01');
        const after = data['after'] as unknown as Data;
        more(after, 'margin', '0.01');
        more(after, 'funding', '-0.01');
        move(lines, 'house/contract-agents', /frozen /, '0.01');
      },
    ],
    [
      'a profit that entry and close do not give',
      'contracts',
      () => contracts,
      ['PositionReduced', () => true],
      (data) => more(data, 'released', '0.01'),
    ],
    [
      'a liquidation whose fund paid less',
      'liquidations',
      () => contracts,
      ['PositionLiquidated', ({ step }) => step === 'take-over'],
      (data) => more(data, 'fundGain', '0.01'),
    ],
    [
      'a position that was liquidated at another mark',
      'liquidations',
      () => contracts,
      ['PositionLiquidated', ({ step }) => step === 'reduce'],
      (data) => more(data, 'markPrice', '1'),
    ],
    [
      'an order that holds more than its margin',
      'margins',
      () => contracts,
      ['ContractOrderAccepted', ({ held = '0' }, { data }) => held !== '0' && data.includes('"kind":"limit"')],
      (data, lines) => {
        more(data, 'held', '0.01');
        move(lines, lines[0]?.[0] ?? '', /frozen /, '0.01');
      },
    ],
  ];

  it.each(deeds)(
    'finds %s, though it is signed, at its position',
    async (_, noun, storyOf, meant, change) => {
      const { where, code, output } = await bent(storyOf(), meant, change);
      expect(output).toContain(`WRONG ${where} [${noun}] `);
      expect(output).toMatch(/^chain .*: right$/m);
      expect(output).toMatch(/^segments .*: right$/m);
      expect(code).toBe(1);
    },
    60_000,
  );

  it('finds a signature of another key where it is told which one to trust', async () => {
    await exportDecided({ folder, key, ...contracts });
    const trusted = Buffer.from(CheckpointKey.throwaway().publicKey).toString('hex');
    const { code, output } = read(contracts, '--key', trusted);
    expect([code, output]).toEqual([1, expect.stringMatching(/WRONG demo 1 \[segments\] .*which nobody trusts/)]);
    expect(read(contracts, '--key', Buffer.from(key.publicKey).toString('hex')).code).toBe(0);
  }, 60_000);

  it('names a file that is cut off, and says nothing more of that realm', async () => {
    await exportDecided({ folder, key, ...contracts });
    const path = join(folder, 'demo.ndjson.gz');
    const clean = readFileSync(path);
    writeFileSync(path, clean.subarray(0, clean.length - 9));
    expect(read(contracts)).toEqual({
      code: 1,
      output: expect.stringMatching(/WRONG demo \d+ \[chain\] demo.ndjson.gz/),
    });
    const lines = gunzipSync(clean).toString('utf8').trimEnd().split('\n');
    writeFileSync(path, gzipSync(`${lines.toSpliced(10, 1).join('\n')}\n`));
    expect(read(contracts).output).toContain('WRONG demo 11 [chain] position 12 stands here');
    writeFileSync(path, clean);
    expect(read(contracts).code).toBe(0);
  }, 60_000);

  it.each([
    ['the empty message of RFC 8032', KNOWN.key, '', KNOWN.signature, true],
    ['another message', KNOWN.key, '00', KNOWN.signature, false],
    ['a flipped bit', KNOWN.key, '', KNOWN.signature.replace('e5', 'e4'), false],
    ['an s beyond the order of the group', KNOWN.key, '', beyondOrder(KNOWN.signature), false],
  ])('believes a signature of %s or refuses it', (_, publicKey, message, signature, isRight) => {
    const calls = [publicKey, message, signature].map((hex) => `bytes.fromhex('${hex}')`);
    const code = `from ed25519 import PublicKey; print(PublicKey(${calls[0]}).verifies(${calls[1]}, ${calls[2]}))`;
    expect(runPython(code)).toBe(isRight ? 'True' : 'False');
  });

  it('ends with 2 for a folder that is no export, and for a noun that is none', () => {
    expect(readInPython(tmpdir())).toEqual({ code: 2, output: expect.stringContaining('Name a folder') });
    expect(readInPython(folder, '--only', 'wishes').code).toBe(2);
  });
});

/** The same point with the order of the group added to s: without the bound that RFC 8032 sets, it would be right as well. */
function beyondOrder(signature: string): string {
  const s = BigInt(`0x${Buffer.from(signature.slice(64), 'hex').reverse().toString('hex')}`) + ORDER;
  return signature.slice(0, 64) + Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse().toString('hex');
}

function more(data: Data, name: string, by: string): void {
  data[name] = format(amount(data[name] ?? '0') + amount(by));
}

/** So much more from one account to another, in the asset of the last line that is like `to`. */
function move(lines: Lines, from: string, to: RegExp, by: string): void {
  const target = lines.findLast(([account, asset]) => to.test(`${account} ${asset}`));
  if (target === undefined) throw new Error(`nothing moves at ${String(to)}`);
  const [account, asset] = target;
  lines.push([from, asset, format(-amount(by))], [account, asset, by]);
}
