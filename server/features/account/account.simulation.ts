import type { AccountGate } from '../../core/ports/account-gate.js';
import { HOUR_MS, type Person, type SimulatedCommand, type SimulatedWorld, type Simulation } from '../simulation.js';
import type { DemoRules } from './account.commands.js';
import { accountGate } from './account.gate.js';

/** Demo lives of one day: a simulation of a week sees many of them end. */
const RULES: DemoRules = {
  name: 'demo.rules',
  version: 1,
  grantAsset: 'USDT',
  grantAmount: '100000',
  lifeDays: 1,
};

const { stream, refusal } = accountGate;
const gate: AccountGate = { stream, refusal, nationality: () => null };

export const simulation = (world: SimulatedWorld): Simulation => ({
  offers: { gate },
  joins: ({ userId }) => {
    // Each invited the next one.
    const invitedBy = world.savers[world.savers.indexOf(userId) - 1] ?? null;
    const data = { userId, name: userId, lang: 'en', country: null, invitedBy, agreement: null, policy: null };
    world.execute('real', { type: 'OpenRealAccount', data, actor: `user:${userId}` });
  },
  lives: (person) => {
    const command = changeOf(person, world);
    if (command !== undefined) world.execute(person.realm, command);
    return command !== undefined;
  },
  follows: (command, person) => follow(command, person, world),
});

function changeOf(
  { realm, status, userId, generation }: Person,
  { rng }: SimulatedWorld,
): SimulatedCommand | undefined {
  const actor = `user:${userId}`;
  if (status === 'none') return { type: 'OpenDemo', data: { userId, name: userId, lang: 'en', rules: RULES }, actor };
  if (realm !== 'demo' || !rng.chance(status === 'open' ? 0.005 : 0.2)) return undefined;
  if (rng.chance(0.02)) return { type: 'ExitDemo', data: { userId }, actor };
  return { type: 'RegenerateDemo', data: { userId, generation, rules: RULES }, actor };
}

/** Known without asking the account. */
function follow({ type }: SimulatedCommand, person: Person, world: SimulatedWorld): void {
  switch (type) {
    case 'OpenDemo':
    case 'RegenerateDemo':
      person.generation += 1;
      person.status = 'open';
      person.expiresAt = world.at + RULES.lifeDays * 24 * HOUR_MS;
      return;
    case 'ExpireDemo':
      if (person.status === 'open' && world.at >= person.expiresAt) person.status = 'expired';
      return;
    case 'ExitDemo':
      person.status = 'exited';
      return;
    case 'OpenRealAccount':
      Object.assign(person, { status: 'open', generation: 1 });
      return world.grant(person);
    default:
      return;
  }
}
