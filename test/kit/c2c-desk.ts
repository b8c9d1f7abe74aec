import sharp from 'sharp';
import type { SellerChangedView } from '../../contracts/c2c.seller.contract.js';
import type { ReviewView } from '../../contracts/review.contract.js';
import type { FakeClock } from '../../server/core/clock.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { SELLER } from './c2c-steps.js';
import { ADVANCED } from './identity-desk.js';
import { openPerson } from './person.js';
import type { Trader } from './trader.js';
import type { StartAppOptions } from './app.js';
import { lookedThrough } from './look.js';
import { startStaffed } from './staff-client.js';
import { staffPost } from './staff-keys.js';

let documents = 3000;

/** A server with a seller, a reviewer of C2C, and people who buy. */
export async function startC2cDesk(clock: FakeClock, options: StartAppOptions = {}) {
  const staffed = await startStaffed({ ...options, clock });
  const { started } = staffed;
  for (const [name, queues] of [
    ['cora', ['c2c']],
    // Who identifies people does not match their orders.
    ['iris', ['identity']],
    ['carl', ['c2c']],
  ] as const)
    await staffed.member(name, 'reviewer', [...queues]);
  await staffed.member('sue', 'support');
  await staffed.member('rick', 'risk');
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const photo = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#345', noise } })
    .jpeg()
    .toBuffer();

  const as = <Body>(name: string, call: string, body: object) =>
    staffed.post<Body & { data?: { refusal: string } }>(call, body, { token: staffed.tokens.get(name) ?? '' });
  const read = <Body>(name: string, path: string) => staffed.read<Body>(path, staffed.tokens.get(name));

  /** Sessions of the staff end with their day; a recovery code opens another under any clock. */
  async function again(name: string): Promise<void> {
    const keys = staffed.keys.get(name);
    const request = { name, password: keys?.password, code: keys?.recovery.shift() };
    const { body } = await staffPost(started.url)<{ token: string }>('login', request);
    staffed.tokens.set(name, body.token);
  }

  async function image(of: Trader, purpose = 'remittance'): Promise<string> {
    return (await of.upload(purpose, photo)).data.id;
  }

  /** Claims and decides; answers the refusal, or the outcome. */
  async function decide(name: string, requestId: string, verdict: 'approved' | 'rejected', more: object = {}) {
    const claimed = await as<{ until: number }>(name, 'claimReview', { requestId });
    if (claimed.status !== 200) return claimed.body.data?.refusal;
    const looked = await lookedThrough(started.url, staffed.tokens.get(name) ?? '', requestId);
    const decision = { requestId, verdict, ...looked, ...more };
    const { body } = await as<{ outcome?: string }>(name, 'decideReview', decision);
    return body.data?.refusal ?? body.outcome;
  }

  async function person(): Promise<Trader> {
    return openPerson(started, clock.now());
  }

  /** A person whose name is verified. */
  async function verified(): Promise<Trader> {
    const of = await person();
    const [front, held] = [await image(of, 'document-front'), await image(of, 'document-held')];
    const texts = { country: 'DE', documentType: '2', realName: 'Anna Müller', birthDate: '1990-04-01' };
    const form = { ...texts, documentNumber: `C01Z${(documents += 1)}`, front, held };
    const { data } = await of.post('submitPrimary', form);
    await decide('iris', data.requestId, 'approved');
    return of;
  }

  /** The same with the advanced level. */
  async function advanced(): Promise<Trader> {
    const of = await verified();
    const { data } = await of.post('submitAdvanced', { ...ADVANCED, proof: await image(of, 'asset-proof') });
    await decide('iris', data.requestId, 'approved');
    return of;
  }

  const create = (of: Trader, changes: Record<string, string> = {}) =>
    of.post('createC2c', { currency: 'USD', amount: '250', price: '1.01', ...changes });
  const order = async (of: Trader, orderId: string, lang = 'en') =>
    (await of.get('getC2cOrder', { orderId, lang })).data;
  const match = (orderId: string, name = 'cora', round = 1) =>
    decide(name, `${orderId}-m${round}`, 'approved', { choice: seller.sellerId });
  const submit = async (of: Trader, orderId: string, changes: Record<string, string> = {}) =>
    of.post('submitC2c', {
      ...{ orderId, payerName: 'Anna Mueller', payerBank: 'Sparkasse Köln', voucher: await image(of) },
      ...changes,
    });
  const wire = (of: Trader, { reference }: { reference: string }, amount = '252.5', changes = {}) =>
    of.post('sendWire', { toAccount: SELLER.accountNumber, amount, currency: 'USD', reference, ...changes });
  const details = async (name: string, requestId: string) => {
    await as(name, 'claimReview', { requestId });
    return (await read<ReviewView>(name, `reviews/${requestId}`)).body.details;
  };
  /** Moves the clock and fires what is due. */
  async function pass(ms: number): Promise<void> {
    clock.advance(ms);
    await started.app.get<Timers>(Timers, { strict: false }).runDue(clock.now());
  }

  const seller = (await as<SellerChangedView>('rick', 'addSeller', SELLER)).body;
  return {
    ...{
      ...staffed,
      as,
      read,
      again,
      image,
      decide,
      person,
      verified,
      advanced,
      create,
      order,
      match,
      submit,
      wire,
      details,
    },
    ...{ pass, seller },
  };
}

export type C2cDesk = Awaited<ReturnType<typeof startC2cDesk>>;
