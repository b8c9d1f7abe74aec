/** The red team's long run: what each bot gains at the product's own venue, and what a fair maker earns. */

import { bots } from './market/bots/bots.js';
import { fairMaker } from './market/bots/making.js';
import type { Bot } from './market/lab/bot.js';
import { LOWEST_TIER, TOP_TIER } from './market/lab/fees.js';
import { labMarket } from './market/lab/lab-market.js';
import { optimised } from './market/lab/optimiser.js';
import { BOUND_BPS, measure, verdictOf, type Figures } from './market/lab/measure.js';
import { row, type BenchRow } from './kit.js';

/** Closed trades that a bot needs at least. */
const TRADES = 10_000;
const FIRST_EPISODES = 400;
const MAKER_HOURS = 100;
const EPISODES_PER_HOUR = 12;

const bps = (value: number): string => value.toFixed(2);

/** As many episodes as ten thousand closed trades take. */
function longRun(market: ReturnType<typeof labMarket>, bot: Bot): Figures {
  const options = { fees: LOWEST_TIER, together: bots.length };
  const [short] = measure(market, [bot], { episodes: FIRST_EPISODES, ...options });
  const { trades } = short as Figures;
  const episodes = Math.ceil((FIRST_EPISODES * TRADES * 1.1) / Math.max(1, trades));
  return measure(market, [bot], { episodes, ...options })[0] as Figures;
}

function rowOf(figures: Figures): BenchRow {
  const { bot, trades, edge, gross, net } = figures;
  const judged = bot.law === 'machine' ? (edge.upper > gross.upper ? edge : gross) : net;
  return row({
    name: bot.name,
    ours: judged.upper,
    peer: BOUND_BPS,
    unit: 'bps',
    atMost: 1,
    note:
      `${verdictOf(figures)} ${bot.law === 'machine' ? 'before' : 'after'} fees; ${trades} closed trades; mean at the index ` +
      `${bps(edge.mean)}, with its moves ${bps(gross.mean)}, after fees ${bps(net.mean)}`,
  });
}

/** A hundred instrument-hours of the fair maker, and the same fills in the top tier. */
function makerRows(market: ReturnType<typeof labMarket>): BenchRow[] {
  const episodes = MAKER_HOURS * EPISODES_PER_HOUR;
  const [top] = measure(market, [{ ...fairMaker, fees: TOP_TIER }], { episodes, fees: TOP_TIER, together: 1 });
  const { fills, gross, net } = top as Figures;
  const note = `${fills} fills in ${MAKER_HOURS} instrument-hours on ${fairMaker.symbols.length} instruments; 99% from ${bps(gross.lower)} to ${bps(gross.upper)}`;
  return [
    row({
      name: 'fair maker before fees, wanted -1 to 1',
      ours: gross.mean,
      peer: 1,
      unit: 'bps',
      atLeast: -1,
      atMost: 1,
      note,
    }),
    row({
      name: 'fair maker in the top tier, wanted 0 to 0.5',
      ours: net.mean,
      peer: 0.5,
      unit: 'bps',
      atLeast: 0,
      atMost: 1,
    }),
  ];
}

export function bench(): Promise<BenchRow[]> {
  const market = labMarket();
  const rows = bots.map((bot) => {
    const each = rowOf(longRun(market, bot));
    console.log(`  ${each.name}: ${each.note}`);
    return each;
  });
  const found = optimised(market, { seed: 12, restarts: 6, steps: 60, episodes: 40, fresh: 2_500 });
  return Promise.resolve([...rows, rowOf(found), ...makerRows(market)]);
}
