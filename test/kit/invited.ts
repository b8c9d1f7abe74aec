import type { StartedApp } from './app.js';
import { fund, TRADE_PASSWORD } from './factors.js';
import { register } from './people.js';
import { Trader } from './trader.js';

/** Somebody who registered, by a code where one is given, and may trade with the USDT. */
export async function invited(started: StartedApp, invitationCode = '', usdt = '5000'): Promise<Trader> {
  const { data } = await register(started, invitationCode === '' ? {} : { invitationCode });
  const trader = new Trader(started, data.token, data.userId);
  await trader.given('setTradePassword', { tradePassword: TRADE_PASSWORD, password: 'blue4Whale' });
  await fund(started, data.userId, 'USDT', usdt);
  return trader;
}

export const codeOf = async (trader: Trader): Promise<string> => (await trader.given('getMyPromotion')).code;
