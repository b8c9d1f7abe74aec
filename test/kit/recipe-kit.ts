import { Pool } from 'pg';
import sharp from 'sharp';
import type { WalletPurpose } from '../../contracts/wallet.contract.js';
import { systemClock } from '../../server/core/clock.js';
import { Writers } from '../../server/engine/writer/writers.js';
import { Actors } from './actors.js';
import type { StartedApp } from './app.js';
import { bindGoogle, realPerson } from './factors.js';
import { StaffMember } from './staff-member.js';
import { Trader } from './trader.js';
import { TestWallet } from './wallets.js';

/** A change that is ready to be sent, and its effect. */
export interface TestRequest {
  token: string;
  body: Record<string, unknown>;
  /** Counts rows; a request moves the count by `change` (1 by default), however often it is repeated. */
  effect: { sql: string; values?: readonly unknown[]; change?: number };
  /** Values of the path's parameters. */
  params?: Record<string, string>;
  /** The one file of an upload; the body then goes into the query. */
  file?: Buffer;
}
/** A call's answer, without its display time. */
export interface SentAnswer {
  status: number;
  body: string;
  refusal: string;
}
export type Recipe = (kit: RecipeKit) => Promise<TestRequest>;

export const event = (type: string, change = 1): TestRequest['effect'] => ({
  sql: 'SELECT count(*)::int AS n FROM events WHERE type = $1',
  values: [type],
  change,
});
/** Rows of a table that belong to a user. */
export const rowsOf = (table: string, userId: string, change = 1): TestRequest['effect'] => ({
  sql: `SELECT count(*)::int AS n FROM ${table} WHERE user_id = $1`,
  values: [userId],
  change,
});
/** Sessions of a user that are over. */
export const endedSessions = (userId: string, change = 1): TestRequest['effect'] => ({
  ...rowsOf('sessions', userId, change),
  sql: 'SELECT count(*)::int AS n FROM sessions WHERE user_id = $1 AND ended_at IS NOT NULL',
});

/** One app, and the actors that recipes need in it. */
export class RecipeKit {
  readonly actors: Actors;
  private wallets = 700;
  private photo: Promise<Buffer> | undefined;

  constructor(readonly started: StartedApp) {
    this.actors = new Actors(started);
  }

  get pool(): Pool {
    return this.started.app.get<Pool>(Pool, { strict: false });
  }

  person() {
    return realPerson(this.started);
  }

  /** A person with Google verification. */
  async guarded() {
    const person = await this.person();
    await bindGoogle(person.trader, person.password, systemClock);
    return person;
  }

  demo(): Promise<Trader> {
    return Trader.demo(this.started);
  }

  newWallet(): TestWallet {
    return new TestWallet((this.wallets += 1));
  }

  /** A log-in by account and password from anywhere: another session of the same person. */
  async again({ account, password }: { account: string; password: string }): Promise<string> {
    return (await new Trader(this.started).post('userLogin', { account, password })).data.token;
  }

  async signed(wallet: TestWallet, purpose: WalletPurpose, by = new Trader(this.started)) {
    const request = { purpose, address: wallet.address, domain: new URL(this.started.url).host };
    const { data } = await by.get('getWalletChallenge', request);
    return { nonce: data.nonce, signature: wallet.sign(data.message) };
  }

  jpeg(): Promise<Buffer> {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const blank = { create: { width: 900, height: 700, channels: 3, background: '#345', noise } } as const;
    return (this.photo ??= sharp(blank).jpeg().toBuffer());
  }

  async image(token: string, purpose: string): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await this.jpeg())]), 'photo.jpg');
    const headers = { authorization: `Bearer ${token}` };
    const sent = { method: 'POST', headers, body: form };
    const answer = await fetch(`${this.started.url}/web/uploadImage?purpose=${purpose}`, sent);
    return ((await answer.json()) as { data: { id: string } }).data.id;
  }

  private documents = 5000;
  async primary(token: string): Promise<Record<string, string>> {
    this.documents += 1;
    const [front, held] = [await this.image(token, 'document-front'), await this.image(token, 'document-held')];
    const texts = { country: 'DE', documentType: '2', realName: 'Anna Müller', birthDate: '1990-04-01' };
    return { ...texts, documentNumber: `C01Y${this.documents}`, front, held };
  }

  /** Makes something happen that the API alone does not: as a policy or the timer would. */
  async happen(realm: string, type: string, data: object): Promise<unknown> {
    const commands = this.started.app.get<Writers>(Writers, { strict: false });
    const done = await commands.execute(realm, { type, data, at: Date.now(), actor: 'system:test' });
    if (!done.ok) throw new Error(done.refusal.refusal);
    return done.answer;
  }

  /** A primary request that waits; answers its id. */
  async requested(token: string, changes: Record<string, string> = {}): Promise<string> {
    const { data } = await new Trader(this.started, token).post('submitPrimary', {
      ...(await this.primary(token)),
      ...changes,
    });
    return data.requestId;
  }

  /** A person whose primary verification passed. */
  async verified(changes: Record<string, string> = {}) {
    const person = await this.person();
    const requestId = await this.requested(person.trader.token, changes);
    await new StaffMember(this.started.url, await this.actors.identifierSession()).decides(requestId).then();
    return person;
  }

  /** A credit proof that waits; answers its request. */
  async creditProof(): Promise<{ requestId: string }> {
    const { token } = (await this.verified()).trader;
    const images = await this.image(token, 'credit-proof');
    const request = { proof: 'income', images };
    return (await new Trader(this.started, token).post('submitCreditProof', request)).data;
  }

  async staff<Body>(token: string, call: string, body: object): Promise<Body> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${this.started.url}/staff/${call}`, sent);
    if (answer.status !== 200) throw new Error(`${call}: ${await answer.text()}`);
    return (await answer.json()) as Body;
  }

  async count({ effect }: TestRequest): Promise<number> {
    const { rows } = await this.pool.query<{ n: number }>(effect.sql, [...(effect.values ?? [])]);
    return Number(rows[0]?.n ?? 0);
  }

  async send(path: string, request: TestRequest, requestToken: string): Promise<SentAnswer> {
    const at = path.replace(/:(\w+)/g, (_, name: string) => request.params?.[name] ?? name);
    const body = { ...request.body, requestToken };
    const headers: Record<string, string> = request.token === '' ? {} : { authorization: `Bearer ${request.token}` };
    const answer = await fetch(`${this.started.url}/${at}${request.file ? `?${new URLSearchParams(body)}` : ''}`, {
      method: 'POST',
      headers: request.file ? headers : { ...headers, 'content-type': 'application/json' },
      body: request.file ? formOf(request.file) : JSON.stringify(body),
    });
    const envelope = (await answer.json()) as { code?: number; data?: { refusal?: string } | null } | null;
    // Calls of the console answer bare; of an envelope the display time does not count.
    const counts = envelope?.code === undefined ? envelope : [envelope.code, envelope.data];
    return { status: answer.status, body: JSON.stringify(counts), refusal: envelope?.data?.refusal ?? '' };
  }

  async order(trader: Trader): Promise<{ symbol: string; orderId: string }> {
    const price = await trader.away(-10);
    const { orderId } = await trader.placed({ price, quantity: '0.01' });
    return { symbol: 'BTCUSDT', orderId };
  }
}

function formOf(file: Buffer): FormData {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), 'photo.jpg');
  return form;
}
