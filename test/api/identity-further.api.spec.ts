import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type PersonalHolding, PersonalDataHandlers } from '../../server/core/ports/personal-holdings.js';
import { VerificationLevels } from '../../server/core/ports/verification.js';
import { ADDRESS, ADVANCED, startIdentityDesk, freshNumber, type IdentityDesk } from '../kit/identity-desk.js';

let desk: IdentityDesk;

beforeAll(async () => {
  desk = await startIdentityDesk();
}, 180_000);
afterAll(() => desk.started.close());

describe('the further levels', () => {
  it('open when primary has passed, and go through review on their own', async () => {
    const anna = await desk.person();
    await desk.passed(anna);
    const levels = desk.started.app.get<VerificationLevels>(VerificationLevels, { strict: false });
    expect(await levels.of(anna.userId)).toEqual({ primary: true, advanced: false, address: false });
    await anna.when('submitAdvanced', { ...ADVANCED, occupation: '' }).then({
      refusal: 'identity.answer-empty',
      field: 'occupation',
    });
    await anna.when('submitAdvanced', ADVANCED).then('identity.proof-missing');
    await anna.when('submitAddress', ADDRESS).then('identity.proof-missing');
    const proof = await desk.image(anna, 'asset-proof');
    const bill = await desk.image(anna, 'address-proof');
    await anna.when('submitAddress', { ...ADDRESS, proof }).then('image.purpose-wrong');
    const first = await anna.given('submitAdvanced', { ...ADVANCED, proof });
    const second = await anna.given('submitAddress', { ...ADDRESS, proof: bill });
    const seen = await desk.details(second.requestId);
    expect(seen.fields).toContainEqual({ name: 'realName', value: 'Anna Müller', personal: true });
    expect(seen.images).toEqual([{ id: bill, purpose: 'address-proof', opened: false }]);
    await desk.decide(first.requestId, 'approved');
    await desk.decide(second.requestId, 'rejected', ['bill-too-old']);
    expect(await desk.level(anna, 'advanced')).toMatchObject({ state: 'passed', sent: { occupation: 'technology' } });
    expect(await desk.level(anna, 'address')).toMatchObject({ state: 'rejected', reasons: ['bill-too-old'] });
    expect(await levels.of(anna.userId)).toEqual({ primary: true, advanced: true, address: false });
    await anna.when('submitAdvanced', { ...ADVANCED, proof }).then('identity.already-verified');
  });
});

describe('erasing a person', () => {
  const holding = () =>
    desk.started.app
      .get<PersonalDataHandlers>(PersonalDataHandlers, { strict: false })
      .all()
      .find(({ name }) => name === 'identity') as PersonalHolding;

  it('takes his requests out of the queue, frees his document and lets nothing be sent again', async () => {
    const [anna, eve] = [await desk.person(), await desk.person()];
    const documentNumber = freshNumber();
    await desk.decide(await desk.sent(anna, await desk.primaryOf(anna, { documentNumber })), 'approved');
    const proof = await desk.image(anna, 'address-proof');
    const open = (await anna.given('submitAddress', { ...ADDRESS, proof })).requestId;
    await holding().shred?.(anna.userId);
    await holding().shred?.(anna.userId);
    await desk.claim(open).then('review.decided');
    await anna.when('submitPrimary', await desk.primaryOf(anna)).then('account.not-found');
    await desk.sent(eve, await desk.primaryOf(eve, { documentNumber }));
    const events = await desk.eventsOf({ realm: 'real', stream: `identity-${anna.userId}` });
    expect(events.map(({ type }) => type).slice(-2)).toEqual(['IdentityWithdrawn', 'IdentityErased']);
  });

  it('gives him before all that he ever sent', async () => {
    const anna = await desk.person();
    const requestId = await desk.sent(anna);
    expect(await holding().export?.(anna.userId)).toMatchObject([
      { level: 'primary', requestId, attempt: 1, fields: { realName: 'Anna Müller', birthDate: '1990-04-01' } },
    ]);
  });
});

describe('the nationality', () => {
  it('of the registration cannot be changed by a document', async () => {
    const anna = await desk.person('JP');
    expect((await anna.given('getIdentity')).country).toBe('JP');
    await anna.when('submitPrimary', await desk.primaryOf(anna)).then({
      refusal: 'identity.country-fixed',
      params: { registered: 'JP' },
      field: 'country',
    });
    await desk.sent(anna, await desk.primaryOf(anna, { country: 'JP' }));
  });
});
