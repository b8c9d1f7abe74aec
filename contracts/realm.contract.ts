import { z } from 'zod';

/** `demo` and `real` never meet: separate ledgers, books and people. `house` keeps what both share (catalogue, policies). */
export const REALMS = ['house', 'demo', 'real'] as const;
export type Realm = (typeof REALMS)[number];

export const tradingRealm = z.enum(REALMS).exclude(['house']);
export type TradingRealm = z.output<typeof tradingRealm>;
