import { simulation as c2c } from '../../server/features/c2c/c2c.simulation.js';
import type { OptionSettled } from '../../server/features/option/option.events.js';
import { simulation as option } from '../../server/features/option/option.simulation.js';
import { drawn, type SimulatedWorld, type Simulation } from '../../server/features/simulation.js';
import { PEOPLE } from './wealth-people.js';

/** Every quarter people buy USDT from sellers, for a few days: what expired is reinstated within a day. */
const [BUYS_EVERY, BUYS_FOR] = [90, 3];

/** What people trade beside their wealth, by the acts of each product's own simulation: they buy by C2C, and bet on options. */
export class WealthTrades {
  readonly nouns: readonly Simulation[];
  private readonly c2c: Simulation;
  private readonly option: Simulation;

  constructor(private readonly world: SimulatedWorld) {
    this.c2c = c2c(world);
    this.option = option(world);
    this.nouns = [this.c2c, this.option];
  }

  begin(): void {
    for (const { begins } of this.nouns) begins?.();
  }

  buysOn(day: number): boolean {
    return day % BUYS_EVERY < BUYS_FOR;
  }

  buy(): void {
    const { rng } = this.world;
    drawn(rng, this.c2c.deeds ?? []).act(rng.pick(PEOPLE));
  }

  /** Somebody bets a few times in a row. */
  bet(): void {
    const { rng } = this.world;
    const userId = rng.pick(PEOPLE);
    for (let n = rng.between(1, 5); n > 0; n -= 1) drawn(rng, this.option.deeds ?? []).act(userId);
  }

  /** How options ended, as their owners see it. */
  results(): string[] {
    return this.world
      .realm('real')
      .events.filter(({ type }) => type === 'OptionSettled')
      .map(({ data }) => (data as OptionSettled).result);
  }
}
