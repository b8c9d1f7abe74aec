import { Connection } from './http-load.js';

const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'BNBUSDT', 'XRPUSDT', 'ADAUSDT', 'DOGEUSDT', 'LTCUSDT'];
/** Below the limit of open orders for one owner in one book. */
const OPEN_MAX = 150;
/** What a demo account moves to where the margin of contracts comes from, in USDT. */
const MARGIN = 50_000;

/** Where its orders go. */
export type Product = 'spot' | 'contract';

const CALLS = {
  spot: { place: '/web/placeOrder', cancelAll: '/web/cancelAllOrders', suffix: '', position: '' },
  contract: {
    place: '/web/placeContractOrder',
    cancelAll: '/web/cancelAllContractOrders',
    suffix: '-PERP',
    position: '&positionSide=long',
  },
} as const;

interface Terms {
  readonly symbol: string;
  readonly price: string;
  readonly quantity: string;
}

/** A demo account that places orders for the least that the market takes. */
export class OrderClient {
  placed = 0;
  private open = 0;
  /** What its last market order bought. */
  private holds = false;
  private requests = 0;

  private constructor(
    private readonly connection: Connection,
    private readonly token: string,
    private readonly product: Product,
    private readonly terms: Terms,
  ) {}

  static async open(port: number, n: number, product: Product = 'spot'): Promise<OrderClient> {
    const connection = new Connection(port);
    const underlying = SYMBOLS[n % SYMBOLS.length] ?? 'BTCUSDT';
    const { token } = dataOf<{ token: string }>(
      await connection.get(`/web/tempLogin?requestToken=bench-${product.charAt(0)}-${1000 + n}`),
    );
    const terms = await termsOf(connection, underlying, product);
    if (product === 'contract') {
      const form = `from=spot&to=contract&currency=USDT&amount=${MARGIN}&requestToken=margin-${1000 + n}`;
      dataOf(await connection.post('/web/transfer', form, token));
    }
    return new OrderClient(connection, token, product, terms);
  }

  /** A limit order below the market; now and then it cancels all of them. */
  async place(): Promise<void> {
    if (this.open === OPEN_MAX) return this.cancelAll();
    const { price } = this.terms;
    await this.order(`side=buy&type=limit&price=${price}`);
    this.placed += 1;
    this.open += 1;
  }

  /** Market orders that agents fill: every second one sells what the one before bought. */
  async trade(): Promise<void> {
    await this.order(`side=${this.holds ? 'sell' : 'buy'}&type=market`);
    this.holds = !this.holds;
    this.placed += 1;
  }

  async cancelAll(): Promise<void> {
    const { symbol } = this.terms;
    dataOf(await this.post(CALLS[this.product].cancelAll, `symbol=${symbol}`));
    this.open = 0;
  }

  close(): void {
    this.connection.close();
  }

  private async order(what: string): Promise<void> {
    const { place, position } = CALLS[this.product];
    const { symbol, quantity } = this.terms;
    dataOf(await this.post(place, `symbol=${symbol}&quantity=${quantity}&${what}${position}`));
  }

  private post(path: string, form: string) {
    this.requests += 1;
    return this.connection.post(path, `${form}&requestToken=r-${this.requests}-00000`, this.token);
  }
}

async function termsOf(connection: Connection, underlying: string, product: Product): Promise<Terms> {
  const [ticker] = dataOf<{ last: string }[]>(await connection.get(`/web/getTickers?symbols=${underlying}`));
  const last = ticker?.last ?? '0';
  const price = (Number(last) * 0.8).toFixed(decimalsIn(last));
  const instrument = dataOf<{ minNotional: string; lotSize: string }>(
    await connection.get(`/web/getInstrument?symbol=${underlying}`),
  );
  const symbol = `${underlying}${CALLS[product].suffix}`;
  const lotSize = product === 'spot' ? instrument.lotSize : await contractLotSize(connection, underlying, symbol);
  const lots = Math.ceil((2 * Number(instrument.minNotional)) / Number(price) / Number(lotSize)) + 1;
  return { symbol, price, quantity: (lots * Number(lotSize)).toFixed(decimalsIn(lotSize)) };
}

/** A contract is counted in lots of its own. */
async function contractLotSize(connection: Connection, underlying: string, symbol: string): Promise<string> {
  const { contracts } = dataOf<{ contracts: { symbol: string; lotSize: string }[] }>(
    await connection.get(`/web/getContracts?underlying=${underlying}`),
  );
  const found = contracts.find((each) => each.symbol === symbol);
  if (found === undefined) throw new Error(`there is no ${symbol}`);
  return found.lotSize;
}

const decimalsIn = (text: string): number => (text.split('.')[1] ?? '').length;

/** @throws with the answer, where it is a refusal */
function dataOf<Data>({ status, body }: { readonly status: number; readonly body: string }): Data {
  if (status !== 200 || !body.startsWith('{"code":0')) throw new Error(`a call was refused: ${status} ${body}`);
  return (JSON.parse(body) as { data: Data }).data;
}
