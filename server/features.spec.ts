import { describe, expect, it } from '@jest/globals';
import { declared, features, reactionsOf, timetable, notificationPorts, type Ports } from './features.js';

const ports: Partial<Ports> = notificationPorts;
const reactions = reactionsOf(ports as Ports);
const known = new Set(declared.flatMap(({ events = [] }) => events.map(({ type }) => type)));

describe('the declarations of all nouns', () => {
  it('have reactions whose names are sentences, each once: checkpoints and keys are stored under them', () => {
    const names = reactions.map(({ name }) => name);
    expect(names.filter((name) => !/^when-[a-z0-9-]+$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('tell of an event once under a name: a second notification would take the place of the first', () => {
    for (const one of notificationPorts.notifications) {
      const twice = { ...ports, notifications: [...notificationPorts.notifications, one] };
      expect(() => reactionsOf(twice as Ports)).toThrow(one.sentence);
    }
  });

  it('react to events that there are, and to no others', () => {
    const heard = reactions.flatMap(({ on }) => Object.keys(on));
    expect(heard.filter((type) => !known.has(type))).toEqual([]);
  });

  it('schedule after events that there are, and after no others', () => {
    expect(Object.keys(timetable).filter((type) => !known.has(type))).toEqual([]);
  });
});

/** Nouns with commands that the simulation does not use, with the reason. */
const UNSIMULATED = {
  content: 'no money: staff publish texts',
  contract: 'one contract and its people are a simulation of their own: test/simulation/contracts.spec.ts',
  'contract-halt': 'no money: staff decide, and contracts carry it out',
  'corporate-action': 'no money: holders are paid by the noun of their entitlements',
  credit: 'no money: a score from documents',
  instrument: 'the simulated market has instruments of its own; new coins list theirs',
  liability: 'the audit builds its tree again',
  'market-epoch': 'the simulated market draws its prices from the seed',
  message: 'what people read changes nothing else',
  policy: 'the rules of a run are fixed, so that one seed gives one hash',
  reconciliation: 'the laws compare books and outside at rest',
  review: 'the simulated staff use it for every noun',
  risk: 'no money: a class from answers',
  staff: 'the simulated staff have no accounts to manage',
  wallet: 'no money: a way to log in',
  watchlist: 'no money: what people look at',
};

describe('the simulation', () => {
  it('has a part of every noun with commands, or a reason why not', () => {
    const withCommands = features.filter((noun) => 'handlers' in noun && noun.handlers({} as never).length > 0);
    const without = withCommands.filter((noun) => !('simulation' in noun)).map(({ name }) => name);
    expect(without.sort()).toEqual(Object.keys(UNSIMULATED).sort());
  });
});
