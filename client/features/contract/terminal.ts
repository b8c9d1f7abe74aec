import type { ContractsView, ContractView } from '../../../contracts/contract.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import type { Resting } from '../../market/book';
import type { ChartAction } from '../../market/chart/action-marks';
import type { ChartLine } from '../../market/chart/chart-types';
import type { ChartTrading } from '../../market/chart/trading';

/** Where the terminal is. */
export const PATH = '/preciousMetal';

/** What every arrangement of the terminal shows. */
export interface TerminalProps {
  underlying: InstrumentView;
  contract: ContractView;
  view: ContractsView;
  /** The contract's book, as the panels read it. */
  book: InstrumentView;
  lines: readonly ChartLine[];
  /** The user's own orders that rest in this book. */
  own: readonly Resting[];
  actions: readonly ChartAction[];
  trading: ChartTrading;
}
