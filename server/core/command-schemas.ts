import { z } from 'zod';
import type { Sealed } from './person.js';
import type { Refusal } from './refusal.js';

/** What the schemas of several nouns' commands share. */

/** An instant in milliseconds since 1970. */
export const instant = z.int();

/** Personal data under its owner's key. */
export const sealed = z.custom<Sealed>((value) => typeof value === 'string');

/** What was found to be wrong before the command was sent, so that it is refused in its place of the order. */
export const refusal: z.ZodType<Refusal> = z.object({
  refusal: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** The text of the rules beside the tick, as it was published; `null` or absent where none was. */
export const agreedText = z.object({ slug: z.string(), version: z.int() }).nullable().optional();

/** A version of a policy as it was in force, with its values. */
export const policyVersion = <Values extends z.ZodType>(values: Values) =>
  z.object({ name: z.string(), version: z.int(), values });

/** The policy that a decision follows, with the figures that it uses. */
export const appliedPolicy = z.object({
  name: z.string(),
  version: z.int(),
  inputs: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
