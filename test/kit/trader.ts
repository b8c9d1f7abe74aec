import request from 'supertest';
import type { AssetsView } from '../../contracts/asset.contract.js';
import type { Envelope, RefusalData } from '../../contracts/envelope.contract.js';
import type { BookView } from '../../contracts/market.contract.js';
import type { OrderAnswer, OrderView } from '../../contracts/spot.contract.js';
import type { StartedApp } from './app.js';

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

/** Somebody with a session who calls the API over the wire; without a token a visitor. */
export class Trader {
  constructor(
    private readonly started: StartedApp,
    readonly token = '',
    readonly userId = '',
  ) {}

  static async demo(started: StartedApp): Promise<Trader> {
    const opened = await new Trader(started).get<{ token: string; userId: string }>('tempLogin');
    return new Trader(started, opened.data.token, opened.data.userId);
  }

  async get<Data>(call: string, query: Fields = {}): Promise<Answered<Data>> {
    return answered(await this.asking(request(this.started.url).get(`/web/${call}`)).query(query));
  }

  async post<Data>(call: string, form: Fields = {}): Promise<Answered<Data>> {
    return answered(
      await this.asking(request(this.started.url).post(`/web/${call}`))
        .type('form')
        .send(form),
    );
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
    return (await this.get<OrderView[]>('getOpenOrders', query)).data;
  }

  async order(orderId: string, symbol = 'BTCUSDT'): Promise<OrderView> {
    return (await this.get<OrderView>('getOrder', { symbol, orderId })).data;
  }

  /** `available frozen` of an asset in the spot space. */
  async funds(currency: string): Promise<string> {
    const { rows } = (await this.get<AssetsView>('getAsset2')).data;
    const row = rows.find((asset) => asset.space === 'spot' && asset.currency === currency);
    return row === undefined ? 'none' : `${row.available} ${row.frozen}`;
  }

  /** The best bid and ask now, in whole numbers that are some per cent away from them. */
  async away(percent: number, symbol = 'BTCUSDT'): Promise<string> {
    const { bids, asks } = (await this.get<BookView>('getBook', { symbol })).data;
    const best = percent < 0 ? bids[0]?.[0] : asks[0]?.[0];
    return `${Math.round(Number.parseFloat(best ?? '0') * (1 + percent / 100))}`;
  }

  private asking(call: request.Test): request.Test {
    return this.token === '' ? call : call.set('authorization', `Bearer ${this.token}`);
  }
}

function answered<Data>({ status, body }: { status: number; body: unknown }): Answered<Data> {
  const envelope = body as Envelope<Data>;
  const { refusal = '', params = {}, field } = (envelope.data ?? {}) as Partial<RefusalData>;
  return { status, envelope, data: envelope.data, refusal, params, field };
}
