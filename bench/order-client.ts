import { Connection } from './http-load.js';

const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'BNBUSDT', 'XRPUSDT', 'ADAUSDT', 'DOGEUSDT', 'LTCUSDT'];
/** Below the limit of open orders for one owner in one book. */
const OPEN_MAX = 150;

/** A demo account that places limit orders below the market, and now and then cancels all of them. */
export class OrderClient {
  placed = 0;
  private open = 0;
  private requests = 0;

  private constructor(
    private readonly connection: Connection,
    private readonly token: string,
    private readonly symbol: string,
    private readonly price: string,
    private readonly quantity: string,
  ) {}

  static async open(port: number, n: number): Promise<OrderClient> {
    const connection = new Connection(port);
    const symbol = SYMBOLS[n % SYMBOLS.length] ?? 'BTCUSDT';
    const login = JSON.parse((await connection.get(`/web/tempLogin?requestToken=bench-${1000 + n}`)).body);
    const ticker = JSON.parse((await connection.get(`/web/getTickers?symbols=${symbol}`)).body).data[0];
    const decimals = (ticker.last.split('.')[1] ?? '').length;
    const price = (Number(ticker.last) * 0.8).toFixed(decimals);
    const instrument = JSON.parse((await connection.get(`/web/getInstrument?symbol=${symbol}`)).body).data;
    const least = (2 * Number(instrument.minNotional)) / Number(price) + Number(instrument.lotSize);
    const quantity = least.toFixed(instrument.quantityDecimals);
    return new OrderClient(connection, login.data.token, symbol, price, quantity);
  }

  async place(): Promise<void> {
    if (this.open === OPEN_MAX) return this.cancelAll();
    this.requests += 1;
    const form = `symbol=${this.symbol}&side=buy&type=limit&price=${this.price}&quantity=${this.quantity}&requestToken=r-${this.requests}-${'0'.repeat(6)}`;
    const { status, body } = await this.connection.post('/web/placeOrder', form.slice(0, -1), this.token);
    if (status !== 200 || !body.startsWith('{"code":0'))
      throw new Error(`an order was not accepted: ${status} ${body}`);
    this.placed += 1;
    this.open += 1;
  }

  close(): void {
    this.connection.close();
  }

  private async cancelAll(): Promise<void> {
    this.requests += 1;
    const form = `symbol=${this.symbol}&requestToken=c-${this.requests}-00000`;
    const { status, body } = await this.connection.post('/web/cancelAllOrders', form, this.token);
    if (status !== 200) throw new Error(`not cancelled: ${body}`);
    this.open = 0;
  }
}
