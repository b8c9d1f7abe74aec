import { Controller } from '@nestjs/common';
import { getContractCandles } from '../../../contracts/contract-candle.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { realmOf } from '../../edge/http/realm-of.js';
import { ContractCandleQuery } from './contract-candle.query.js';

/** Charts of contracts. */
@Controller()
export class ContractCandleController {
  constructor(private readonly query: ContractCandleQuery) {}

  @Handle(getContractCandles)
  getContractCandles({ input, session }: CallContext<typeof getContractCandles>) {
    return this.query.candles(realmOf(session), input);
  }
}
