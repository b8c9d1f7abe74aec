import { Controller } from '@nestjs/common';
import {
  getCandles,
  getCurrencyAll,
  getEpochs,
  getInstrument,
  getInstruments,
  getMarketSessions,
  getTickers,
} from '../../contracts/market.calls.js';
import { Handle, type CallContext } from '../edge/http/call.js';
import { realmOf } from '../edge/http/realm-of.js';
import { MarketQuery } from './runtime/market.query.js';

/** Market data. */
@Controller()
export class MarketController {
  constructor(private readonly market: MarketQuery) {}

  @Handle(getInstruments)
  getInstruments({ input }: CallContext<typeof getInstruments>) {
    return this.market.instruments(input);
  }

  @Handle(getMarketSessions)
  getMarketSessions() {
    return this.market.sessions();
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
  getTickers({ input, session }: CallContext<typeof getTickers>) {
    return this.market.tickers(realmOf(session), input);
  }

  @Handle(getCandles)
  getCandles({ input, session }: CallContext<typeof getCandles>) {
    return this.market.candles(realmOf(session), input);
  }

  @Handle(getEpochs)
  getEpochs({ input }: CallContext<typeof getEpochs>) {
    return this.market.epochs(input);
  }
}
