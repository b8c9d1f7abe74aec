import { z } from 'zod';
import { clock, isTimeZone, several, whole } from './policy-field.contract.js';

/** Days on which staff answer, Monday first. */
export const SUPPORT_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** When staff answer, by the clock of `timeZone`; and how much a person may send. */
export const supportRules = z
  .strictObject({
    timeZone: z.string().max(64).refine(isTimeZone).meta({ kind: 'time-zone' }),
    days: several(/^(mon|tue|wed|thu|fri|sat|sun)(,(mon|tue|wed|thu|fri|sat|sun)){0,6}$/, SUPPORT_DAYS),
    staffedFrom: clock(/^([01]\d|2[0-3]):[0-5]\d$/, false),
    staffedUntil: clock(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, true),
    /** Of both sides together, in one conversation. */
    messagesMax: whole(10, 2000),
    messagesPerMinute: whole(1, 60),
    imagesMax: whole(0, 100),
    conversationsPerDay: whole(1, 50),
  })
  .refine(({ staffedFrom, staffedUntil }) => staffedFrom < staffedUntil, { path: ['staffedUntil'] });
