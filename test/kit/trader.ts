import { expect } from '@jest/globals';
import request from 'supertest';
import type { Envelope, RefusalData } from '../../contracts/envelope.contract.js';
import type { OrderAnswer, OrderView } from '../../contracts/order.contract.js';
import { declaredCalls } from '../../server/edge/http/call.js';
import type { StartedApp } from './app.js';
import type { CallName, DataOf } from './calls.js';

type Fields = Record<string, string | number>;

/** An answer as a test looks at it. */
export interface Answered<Data> {
  status: number;
  envelope: Envelope<Data>;
  data: Data;
  /** The refusal's code and figures; empty for a success. */
  refusal: string;
  params: RefusalData['params'];
  field: string | undefined;
}

/**
 * A client of the API over the wire; without a token a visitor. Tests speak in the grammar of the deciders:
 *
 *     const { quote } = await ann.when('quoteConversion', { from: 'USDT', to: 'BTC', amount: '5' }).then();
 *     await ann.when('convert', { quote }).then({ received: '0.05' });
 *     await ann.when('convert', { quote }).then('conversion.quote-used');
 */
export class Trader {
  constructor(
    private readonly started: StartedApp,
    readonly token = '',
    readonly userId = '',
  ) {}

  static async demo(started: StartedApp): Promise<Trader> {
    const { token, userId } = await new Trader(started).when('tempLogin').then();
    return new Trader(started, token, userId);
  }

  when<Name extends CallName>(call: Name, form: Fields = {}): PendingCall<DataOf<Name>> {
    const declared = declaredCalls().find(({ path }) => path === `web/${call}`);
    return new PendingCall(() => (declared?.method === 'POST' ? this.post(call, form) : this.get(call, form)));
  }

  readonly get = async <Name extends CallName>(call: Name, query: Fields = {}): Promise<Answered<DataOf<Name>>> =>
    answered(await this.authorised(request(this.started.url).get(`/web/${call}`)).query(query));

  readonly post = async <Name extends CallName>(call: Name, form: Fields = {}): Promise<Answered<DataOf<Name>>> =>
    answered(
      await this.authorised(request(this.started.url).post(`/web/${call}`))
        .type('form')
        .send(form),
    );

  /** Sends the bytes as the one file of a multipart body, as a browser would. */
  async upload(
    purpose: string,
    bytes: Uint8Array,
    { name = 'photo.jpg', ...more }: { name?: string; requestToken?: string } = {},
  ): Promise<Answered<DataOf<'uploadImage'>>> {
    const call = this.authorised(request(this.started.url).post('/web/uploadImage'));
    return answered(await call.query({ purpose, ...more }).attach('file', Buffer.from(bytes), name));
  }

  place(fields: Fields): Promise<Answered<OrderAnswer>> {
    return this.post('placeOrder', { symbol: 'BTCUSDT', side: 'buy', type: 'limit', ...fields });
  }

  /** Places an order that must be taken, and answers how it stands. */
  async placed(fields: Fields): Promise<OrderView> {
    const { data, envelope } = await this.place(fields);
    const [order] = data.orders ?? [];
    if (order === undefined) throw new Error(envelope.message);
    return order;
  }

  async open(query: Fields = {}): Promise<OrderView[]> {
    return (await this.get('getOpenOrders', query)).data;
  }

  async order(orderId: string, symbol = 'BTCUSDT'): Promise<OrderView> {
    return (await this.get('getOrder', { symbol, orderId })).data;
  }

  /** `available frozen` of an asset in the spot space. */
  async funds(currency: string): Promise<string> {
    const { rows } = (await this.get('getAsset2')).data;
    const row = rows.find((asset) => asset.space === 'spot' && asset.currency === currency);
    return row === undefined ? 'none' : `${row.available} ${row.frozen}`;
  }

  /** The best bid and ask now, in whole numbers that are some per cent away from them. */
  async away(percent: number, symbol = 'BTCUSDT'): Promise<string> {
    const { bids, asks } = (await this.get('getBook', { symbol })).data;
    const best = percent < 0 ? bids[0]?.[0] : asks[0]?.[0];
    return `${Math.round(Number.parseFloat(best ?? '0') * (1 + percent / 100))}`;
  }

  private authorised(call: request.Test): request.Test {
    return this.token === '' ? call : call.set('authorization', `Bearer ${this.token}`);
  }
}

/** A call that is sent when the test names its expected outcome. */
class PendingCall<Data> {
  constructor(private readonly send: () => Promise<Answered<Data>>) {}

  /** A success with at least this data, or a refusal by its code or whole, in words that contain these; answers the data. */
  async then(expected: string | object = {}, words = ''): Promise<Data> {
    const { refusal, envelope, data } = await this.send();
    const wanted = typeof expected === 'string' ? { refusal: expected } : expected;
    const code = 'refusal' in wanted ? wanted.refusal : '';
    expect(refusal === code ? refusal : `${refusal}: ${envelope.message}`).toBe(code);
    expect(envelope.message).toContain(words);
    if (Object.keys(wanted).length > 0) expect(data).toMatchObject(wanted);
    return data;
  }
}

function answered<Data>({ status, body }: { status: number; body: unknown }): Answered<Data> {
  const envelope = body as Envelope<Data>;
  const { refusal = '', params = {}, field } = (envelope.data ?? {}) as Partial<RefusalData>;
  return { status, envelope, data: envelope.data, refusal, params, field };
}
