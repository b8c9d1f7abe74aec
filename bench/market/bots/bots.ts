import type { Bot } from '../lab/bot.js';
import { impactBots } from './impact.js';
import { makingBots } from './making.js';
import { priceBots } from './prices.js';
import { relationBots } from './relations.js';
import { sessionBots } from './sessions.js';

/** Everybody who looks for free money. The bots that exercise conversions late have a spec of their own. */
export const bots: readonly Bot[] = [...impactBots, ...makingBots, ...priceBots, ...relationBots, ...sessionBots];
