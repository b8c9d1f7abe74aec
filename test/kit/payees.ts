import { TRADE_PASSWORD, tradingPerson } from './factors.js';
import { event, type Recipe } from './recipe-kit.js';
import type { Trader } from './trader.js';

/** An address of each network outside, as its own tools print it. */
export const OUTSIDE = {
  ERC20: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRC20: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  BTC: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
} as const;

export const ADDRESS_FORM = {
  currency: 'USDT',
  network: 'ERC20',
  address: OUTSIDE.ERC20,
  label: 'Cold wallet',
  tradePassword: TRADE_PASSWORD,
};

export const CARD_FORM = {
  bankName: 'Commerzbank',
  country: 'DE',
  account: 'DE89 3704 0044 0532 0130 00',
  payeeName: 'Anna Müller',
  tradePassword: TRADE_PASSWORD,
};

/** Saves an address of a person who may trade; its waiting time still runs. */
export async function savedAddress(trader: Trader, changes: Record<string, string> = {}): Promise<string> {
  return (await trader.post('addPayeeAddress', { ...ADDRESS_FORM, ...changes })).data.payeeId;
}

export async function savedCard(trader: Trader, changes: Record<string, string> = {}): Promise<string> {
  return (await trader.post('addPayeeCard', { ...CARD_FORM, ...changes })).data.payeeId;
}

/** A call of a person with a trade password, and its event. */
const asTrader =
  (type: string, body: (trader: Trader) => object | Promise<object>): Recipe =>
  async ({ started }) => {
    const { trader } = await tradingPerson(started);
    return { token: trader.token, body: { ...(await body(trader)) }, effect: event(type) };
  };

export const payeeRecipes: Record<string, Recipe> = {
  'web/addPayeeAddress': asTrader('PayeeAddressAdded', () => ADDRESS_FORM),
  'web/addPayeeCard': asTrader('PayeeCardAdded', () => CARD_FORM),
  'web/labelPayee': asTrader('PayeeLabelled', async (trader) => ({
    ...{ payeeId: await savedAddress(trader), label: 'Savings' },
  })),
  'web/removePayee': asTrader('PayeeRemoved', async (trader) => ({ payeeId: await savedAddress(trader) })),
  'web/setPaymentSettings': asTrader('PaymentSettingsSet', () => ({
    ...{ name: 'Anna', alipay_account: 'anna@example.com', tradePassword: TRADE_PASSWORD },
  })),
};
