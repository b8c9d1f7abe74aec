import sharp from 'sharp';
import { systemClock } from '../server/core/clock.js';
import { loginOf, LoginTable } from '../server/edge/auth/logins.js';
import { Passwords } from '../server/edge/auth/passwords.js';
import { openPool } from '../server/engine/history/database.js';
import { openVault } from '../server/engine/vault/vault.js';
import { median, row, type BenchRow } from './kit.js';
import { BenchPlace, residentMb } from './server.js';

const AT_ONCE = 50;
const ROUNDS = 7;
const PASSWORD = 'bench photo 42';
const KEY = Buffer.alloc(32, 'bench').toString('base64');
const LIMIT = { seconds: 1, megabytes: 300 } as const;

/**
 * Photographs of 12 megapixels, uploaded over HTTP, drawn anew, sealed and stored, against the image library alone on the same
 * picture; one by one, and fifty people at once, with the memory that the server takes more meanwhile.
 */
export async function bench(): Promise<BenchRow[]> {
  process.env['PERSONAL_KEY'] = KEY;
  const place = await BenchPlace.open();
  try {
    const photo = await photograph();
    const url = await place.database('glassbook');
    const { port, pid } = await place.server(url);
    const people = await logIn(port, await makePeople(url));
    const upload = (token: string) => send(port, token, photo);
    // Before the first photo of all: what the decoder itself takes counts.
    const before = residentMb(pid);
    await upload(people[0]!);
    const alone = await rounds(() => upload(people[0]!));
    const drawn = await rounds(() => draw(photo));
    const watch = peakOf(pid);
    const atOnce = await timed(() => Promise.all(people.map(upload)));
    const peak = watch();
    const drawnInTwos = await timed(() => inTwos(AT_ONCE, () => draw(photo)));
    const named = `${AT_ONCE} photos at once`;
    return [
      row({
        name: 'one photo of 12 megapixels, uploaded and stored',
        ours: alone,
        peer: LIMIT.seconds,
        unit: 's',
        atMost: 1,
        note: 'peer: the limit',
      }),
      row({
        name: 'the same',
        ours: alone,
        peer: drawn,
        unit: 's',
        atMost: 2.5,
        note: 'peer: sharp alone, nothing sent, sealed or stored',
      }),
      row({
        name: `${named}, from the first to the last`,
        ours: atOnce,
        peer: drawnInTwos,
        unit: 's',
        atMost: 2,
        note: 'peer: sharp alone, two at a time',
      }),
      row({
        name: `${named}, more memory than before`,
        ours: peak - before,
        peer: LIMIT.megabytes,
        unit: 'MB',
        atMost: 1,
        note: `peer: the limit; before: ${Math.round(before)} MB`,
      }),
    ];
  } finally {
    await place.close();
  }
}

/** 4032 x 3024 as a phone writes it, held upright: shades, edges and noise, about three megabytes. */
async function photograph(): Promise<Buffer> {
  const [width, height] = [4032, 3024];
  const pixels = Buffer.alloc(width * height * 3);
  let chance = 1;
  for (let at = 0; at < pixels.length; at += 1) {
    chance = (chance * 1_103_515_245 + 12_345) & 0x7fffffff;
    pixels[at] = 128 + 80 * Math.sin(at / 9000) + ((chance >> 16) & 31);
  }
  const raw = { raw: { width, height, channels: 3 } } as const;
  return sharp(pixels, raw).blur(0.8).withMetadata({ orientation: 6 }).jpeg({ quality: 90 }).toBuffer();
}

/** What the library has to do at least for the same picture. */
async function draw(photo: Buffer): Promise<void> {
  sharp.concurrency(1);
  sharp.cache(false);
  const side = { width: 3000, height: 3000, fit: 'inside' } as const;
  await sharp(photo, { sequentialRead: true }).autoOrient().resize(side).jpeg({ quality: 84 }).toBuffer();
}

async function inTwos(count: number, work: () => Promise<void>): Promise<void> {
  let left = count;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all([worker(), worker()]);
}

/** Accounts made directly, because registering needs a code for each. */
async function makePeople(url: string): Promise<string[]> {
  const pool = openPool(url, 2);
  const vault = await openVault(pool, { personalKey: KEY, dataDir: '/nonexistent' });
  const passwords = new Passwords();
  const logins = new LoginTable(pool, vault, passwords, systemClock);
  const passwordHash = await passwords.hash('bench', PASSWORD);
  const accounts = Array.from({ length: AT_ONCE }, (_, n) => `photo${n}@example.com`);
  for (const [n, to] of accounts.entries()) {
    const login = loginOf({ kind: 'email', to });
    await logins.create({ userId: `real-photo${n}`, login, passwordHash, lang: 'en', opening: null });
  }
  await pool.end();
  return accounts;
}

async function logIn(port: number, accounts: readonly string[]): Promise<string[]> {
  const tokens: string[] = [];
  for (const account of accounts) {
    const body = new URLSearchParams({ account, password: PASSWORD });
    const answer = await fetch(`http://127.0.0.1:${port}/web/userLogin`, { method: 'POST', body });
    const { data, message } = (await answer.json()) as { data: { token?: string }; message: string };
    if (data.token === undefined) throw new Error(message);
    tokens.push(data.token);
  }
  return tokens;
}

async function send(port: number, token: string, photo: Buffer): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
  const answer = await fetch(`http://127.0.0.1:${port}/web/uploadImage?purpose=document-front`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { message, data } = (await answer.json()) as { message: string; data: { id?: string } };
  if (data.id === undefined) throw new Error(message);
}

async function rounds(work: () => Promise<void>): Promise<number> {
  const figures: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) figures.push(await timed(work));
  return median(figures);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

/** Looks many times a second; answers the most it saw, in MB. */
function peakOf(pid: number): () => number {
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, residentMb(pid))), 10);
  return () => {
    clearInterval(timer);
    return most;
  };
}
