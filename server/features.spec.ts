import { describe, expect, it } from '@jest/globals';
import { declared, reactionsOf, timetable, type Ports } from './features.js';

const reactions = reactionsOf({} as Ports);
const known = new Set(declared.flatMap(({ events = [] }) => events.map(({ type }) => type)));

describe('the declarations of all nouns', () => {
  it('have reactions whose names are sentences, each once: checkpoints and keys are stored under them', () => {
    const names = reactions.map(({ name }) => name);
    expect(names.filter((name) => !/^when-[a-z0-9-]+$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('react to events that there are, and to no others', () => {
    const heard = reactions.flatMap(({ on }) => Object.keys(on));
    expect(heard.filter((type) => !known.has(type))).toEqual([]);
  });

  it('schedule after events that there are, and after no others', () => {
    expect(Object.keys(timetable).filter((type) => !known.has(type))).toEqual([]);
  });
});
