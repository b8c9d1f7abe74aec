import type { SellerChangedView } from '../../contracts/c2c.seller.contract.js';
import type { RecipeKit } from './recipe-kit.js';
import { StaffMember } from './staff-member.js';

type Verified = Awaited<ReturnType<RecipeKit['verified']>>;

export const SELLER = {
  ...{ label: 'Harbour Bank, USD', currency: 'USD', accountName: 'Harbour Trading Ltd', bankName: 'Harbour Bank' },
  ...{ accountNumber: 'GB82WEST12345698765432', bankAddress: '1 Quay Street, London', swift: 'HRBRGB2LXXX' },
  ...{ min: '100', max: '20000', dayMax: '1000000' },
};
export const PRE_ORDER = { currency: 'USD', amount: '250', price: '1.01' };

export async function seller(kit: RecipeKit): Promise<SellerChangedView> {
  return kit.staff<SellerChangedView>(await kit.actors.staffSession('risk'), 'addSeller', SELLER);
}

/** A verified person with an order that has come so far. */
export async function c2cOrder(kit: RecipeKit, to: 'unmatched' | 'matched' | 'rejected' = 'unmatched', of?: Verified) {
  const person = of ?? (await kit.verified());
  const { trader } = person;
  const { orderId } = (await trader.post('createC2c', PRE_ORDER)).data;
  const named = { person, token: trader.token, orderId };
  if (to === 'unmatched') return named;
  await decided(kit, `${orderId}-m1`, 'approved', { choice: (await seller(kit)).sellerId });
  if (to === 'matched') return named;
  await trader.post('submitC2c', { orderId, ...(await voucher(kit, trader.token)) });
  await decided(kit, `${orderId}-r`, 'rejected', { reasons: ['wire-missing'] });
  return named;
}

export async function voucher(kit: RecipeKit, token: string): Promise<Record<string, string>> {
  return { payerName: 'Anna Müller', payerBank: 'Sparkasse Köln', voucher: await kit.image(token, 'remittance') };
}

/** An order without any time, which therefore is over at once: the clock of the server need not be moved for it. */
export async function expiredC2c(kit: RecipeKit): Promise<string> {
  const { userId } = await kit.verified();
  const { rows } = await kit.pool.query<{ given: string }>(
    `SELECT given FROM policy_versions WHERE name = 'c2c.rules' ORDER BY version DESC LIMIT 1`,
  );
  const values = { ...(JSON.parse(rows[0]?.given ?? '{}') as object), validMinutes: 0 };
  const orderId = `c2c-over-${userId}`;
  const placed = { orderId, reference: `GB${userId.toUpperCase()}`, userId, ownerId: `${userId}.1` };
  const index = { price: '1', at: Date.now(), opensAt: null };
  const price = { currency: 'USD', amount: '250', shownPrice: '1.01', index };
  await kit.happen('real', 'PlaceC2c', { ...placed, ...price, policy: { name: 'c2c.rules', version: 1, values } });
  await kit.happen('real', 'ExpireC2c', { orderId, userId, round: 1 });
  return orderId;
}

async function decided(kit: RecipeKit, requestId: string, verdict: 'approved' | 'rejected', more: object) {
  const reviewer = new StaffMember(kit.started.url, await kit.actors.staffSession('reviewer'));
  await reviewer.decides(requestId, verdict, more).then();
}
