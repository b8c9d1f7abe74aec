import { z } from 'zod';
import { HouseCommand, type CommandClass } from './command.js';

/** A command of a test's own, with any data. */
export function commandOf<Data, Answer = unknown>(type: string): CommandClass<Data, Answer> {
  return class extends HouseCommand<Data, Answer> {
    static readonly type = type;
    static readonly schema = z.custom<Data>();
  };
}
