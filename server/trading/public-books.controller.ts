import { Controller } from '@nestjs/common';
import { getBook, getBookHash, getMarkPrice, getTrades } from '../../contracts/market.calls.js';
import { Handle, type CallContext } from '../edge/http/call.js';
import { realmOf } from '../edge/http/realm-of.js';
import { PublicBooksQuery } from './runtime/public-books.query.js';

/** Books and trades. A visitor sees those of the real realm. */
@Controller()
export class PublicBooksController {
  constructor(private readonly books: PublicBooksQuery) {}

  @Handle(getBook)
  getBook({ input, session }: CallContext<typeof getBook>) {
    return this.books.book(realmOf(session), input);
  }

  @Handle(getBookHash)
  getBookHash({ input, session }: CallContext<typeof getBookHash>) {
    return this.books.bookHash(realmOf(session), input.symbol);
  }

  @Handle(getMarkPrice)
  getMarkPrice({ input, session }: CallContext<typeof getMarkPrice>) {
    return this.books.markPrice(realmOf(session), input.symbol);
  }

  @Handle(getTrades)
  getTrades({ input, session }: CallContext<typeof getTrades>) {
    return this.books.trades(realmOf(session), input);
  }
}
