import type { CandleRow } from '../../../contracts/market.contract.js';
import { CandleMaker, type CandleJob } from './candle-maker.js';

const maker = new CandleMaker();

/** The thread's entry; see `Candles`. */
export default (job: CandleJob): CandleRow[] | null => maker.make(job);
