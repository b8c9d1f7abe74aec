import { Controller } from '@nestjs/common';
import {
  getBook,
  getBookHash,
  getCandles,
  getCurrencyAll,
  getEpochs,
  getInstrument,
  getInstruments,
  getTickers,
  getTrades,
} from '../../contracts/market.calls.js';
import { Handle, type CallContext } from '../edge/http/call.js';
import { MarketQuery } from './runtime/market.query.js';

/** Market data. A visitor sees the demo realm's books. */
@Controller()
export class MarketController {
  constructor(private readonly market: MarketQuery) {}

  @Handle(getInstruments)
  getInstruments() {
    return this.market.instruments();
  }

  @Handle(getInstrument)
  getInstrument({ input }: CallContext<typeof getInstrument>) {
    return this.market.instrument(input.symbol);
  }

  @Handle(getCurrencyAll)
  getCurrencyAll() {
    return this.market.currencies();
  }

  @Handle(getTickers)
  getTickers({ input }: CallContext<typeof getTickers>) {
    return this.market.tickers(input);
  }

  @Handle(getCandles)
  getCandles({ input }: CallContext<typeof getCandles>) {
    return this.market.candles(input);
  }

  @Handle(getBook)
  getBook({ input, session }: CallContext<typeof getBook>) {
    return this.market.book(session?.realm ?? 'demo', input);
  }

  @Handle(getBookHash)
  getBookHash({ input, session }: CallContext<typeof getBookHash>) {
    return this.market.bookHash(session?.realm ?? 'demo', input.symbol);
  }

  @Handle(getTrades)
  getTrades({ input, session }: CallContext<typeof getTrades>) {
    return this.market.trades(session?.realm ?? 'demo', input);
  }

  @Handle(getEpochs)
  getEpochs({ input }: CallContext<typeof getEpochs>) {
    return this.market.epochs(input);
  }
}
