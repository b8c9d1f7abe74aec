import request from 'supertest';
import type { OrderAnswer, OrderView } from '../../contracts/order.contract.js';
import { declaredCalls } from '../../server/edge/http/call.js';
import { answered, PendingCall, type Answered } from './answered.js';
import type { StartedApp } from './app.js';
import type { CallName, DataOf } from './calls.js';

type Fields = Record<string, string | number>;

/**
 * A client of the API over the wire; without a token a visitor. Tests speak in the grammar of the deciders:
 *
 *     const { quote } = await ann.given('quoteConversion', { from: 'USDT', to: 'BTC', amount: '5' });
 *     await ann.when('convert', { quote }).then({ received: '0.05' });
 *     await ann.when('convert', { quote }).then('conversion.quote-used');
 */
export class Trader {
  constructor(
    private readonly started: StartedApp,
    readonly token = '',
    readonly userId = '',
    private readonly headers: Record<string, string> = {},
  ) {}

  /** The same caller elsewhere: from another address, with a browser of another language. */
  with(headers: Record<string, string>): Trader {
    return new Trader(this.started, this.token, this.userId, { ...this.headers, ...headers });
  }

  static async demo(started: StartedApp): Promise<Trader> {
    const { token, userId } = await new Trader(started).when('tempLogin').then();
    return new Trader(started, token, userId);
  }

  when<Name extends CallName>(call: Name, form: Fields = {}): PendingCall<DataOf<Name>> {
    const declared = declaredCalls().find(({ path }) => path === `web/${call}`);
    return new PendingCall(() => (declared?.method === 'POST' ? this.post(call, form) : this.get(call, form)));
  }

  /** What happened before: the call must succeed. */
  given<Name extends CallName>(call: Name, form: Fields = {}): Promise<DataOf<Name>> {
    return this.when(call, form).then();
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

  /** The answer of a call that answers a file. */
  file(call: CallName, query: Fields = {}): Promise<Response> {
    const headers = this.token === '' ? {} : { authorization: `Bearer ${this.token}` };
    const asked = Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]);
    return fetch(`${this.started.url}/web/${call}?${new URLSearchParams(asked)}`, { headers });
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
    const known = call.set(this.headers);
    return this.token === '' ? known : known.set('authorization', `Bearer ${this.token}`);
  }
}
