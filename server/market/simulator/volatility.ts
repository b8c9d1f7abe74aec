import { chachaBlock } from './chacha.js';
import { SLOW_PERIODS, type Dynamics } from './dynamics.js';
import { gaussian } from './exact-math.js';
import { Purpose, type NumberedKey } from './shared-draws.js';

/** The log of the variance multiplier of one instrument over time, less what keeps its mean at one. */
export class SlowVolatility {
  private readonly starts = new Float64Array(SLOW_PERIODS.length).fill(-1);
  private readonly values = new Float64Array(SLOW_PERIODS.length);
  private readonly words = new Uint32Array(16);

  constructor(
    private readonly dynamics: Dynamics,
    /** The key of the epoch that a second lies in; the prehistory's before launch. */
    private readonly keyAt: (second: number) => NumberedKey,
  ) {}

  /** Sums the components whose period is at least `shortestSeconds`, at `second`. */
  logVariance(second: number, shortestSeconds: number): number {
    let sum = 0;
    for (let i = SLOW_PERIODS.length - 1; i >= 0; i--) {
      const { periodSeconds, variance } = SLOW_PERIODS[i] as { periodSeconds: number; variance: number };
      if (periodSeconds < shortestSeconds) break;
      const start = Math.floor(second / periodSeconds) * periodSeconds;
      if (this.starts[i] !== start) {
        this.values[i] = this.component(start, periodSeconds, variance);
        this.starts[i] = start;
      }
      sum += this.values[i] as number;
    }
    return sum;
  }

  /** Each component is drawn from the seed of the epoch in which its period starts. */
  private component(start: number, periodSeconds: number, variance: number): number {
    const { dynamics, words } = this;
    const key = this.keyAt(start);
    chachaBlock(key.words, Purpose.Volatility, dynamics.word, start, periodSeconds, words);
    const draw = dynamics.varianceDraw(
      gaussian(words[0] as number),
      key,
      Purpose.SharedVolatility,
      start,
      periodSeconds,
    );
    const deviation = Math.sqrt(variance) * dynamics.vov;
    return deviation * draw - (deviation * deviation) / 2;
  }
}
