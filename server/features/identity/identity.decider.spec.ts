import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { IDENTITY_LEVELS, type IdentityLevel } from '../../../contracts/identity.contract.js';
import type { Sealed } from '../../core/person.js';
import type { StreamKind } from '../../core/decider.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { decider } from '../../engine/writer/decider.testkit.js';
import type { SubmitIdentity } from './identity.commands.js';
import {
  decideErase,
  decideAskMore,
  decideSubmit,
  decideTakeBack,
  decideVerdict,
  documentKind,
  identityKind,
  LIFECYCLE,
  type DocumentState,
  type IdentityState,
  type LevelStatus,
} from './identity.decider.js';

const POLICY = { name: 'identity.rules', version: 1, inputs: {} };
const sealed = 'v1.sealed' as Sealed;
const PEOPLE = ['real-1', 'real-2', 'real-3'];
const DOCUMENTS = ['fp-1', 'fp-2'];

function command(
  level: IdentityLevel,
  requestId: string,
  fingerprint = 'fp-1',
  userId = 'real-1',
): SubmitIdentity['data'] {
  const document =
    level === 'primary' ? { type: 1, fingerprint, numberFingerprint: 'n-1', nameFingerprint: 'name-1' } : null;
  const form = {
    sealedForm: sealed,
    images: { front: 'image-1' },
    document,
    isOfRegistration: true,
  };
  return { userId, level, requestId, answers: null, form, policy: POLICY };
}

const { given } = decider({
  realm: 'real',
  kind: identityKind,
  id: 'real-1',
  others: [documentKind as StreamKind<unknown>],
});
type World = ReturnType<typeof given>;
type StepOf = Extract<Parameters<typeof given>[number], (...known: never[]) => unknown>;

const person = (world: World, id = 'real-1'): IdentityState => world.stateOf(identityKind, id);
const documentOf = (world: World, id: string): DocumentState => world.stateOf(documentKind, id);

/** Every form says DE. */
const submit =
  (sent: SubmitIdentity['data'], registered: string | null = null): StepOf =>
  (_, __, stateOf) => {
    const fingerprint = 'problem' in sent.form ? null : (sent.form.document?.fingerprint ?? null);
    const holder = fingerprint === null ? null : stateOf(documentKind, fingerprint);
    const isOfRegistration = registered === null || registered === 'DE';
    const form = 'problem' in sent.form ? sent.form : { ...sent.form, isOfRegistration };
    return decideSubmit(stateOf(identityKind, sent.userId), { ...sent, form }, registered, holder);
  };
/** As the service does: an answer where one is needed, else a new request. */
const send =
  (level: IdentityLevel, requestId: string, fingerprint = 'fp-1', userId = 'real-1'): StepOf =>
  (state, now, stateOf) => {
    const held = stateOf(identityKind, userId)[level];
    if (held.status !== 'answer-needed')
      return submit(command(level, requestId, fingerprint, userId))(state, now, stateOf);
    const answers = { fingerprint: held.request.document?.fingerprint ?? null };
    const answered = { ...command(level, held.request.requestId, fingerprint, userId), answers };
    return submit(answered)(state, now, stateOf);
  };
const verdict =
  (outcome: 'approved' | 'rejected', level: IdentityLevel, requestId: string, userId = 'real-1'): StepOf =>
  (_, __, stateOf) => {
    const reasons = outcome === 'rejected' ? ['other'] : [];
    const decision = { userId, level, requestId, verdict: outcome, staffId: 'staff-1', reasons, sealedNote: null };
    return decideVerdict(stateOf(identityKind, userId), decision);
  };
const askMore =
  (level: IdentityLevel, requestId: string, userId = 'real-1'): StepOf =>
  (_, __, stateOf) => {
    const reasons = ['name-mismatch'];
    const question = { userId, level, requestId, staffId: 'staff-1', reasons, advice: null, until: 900 };
    return decideAskMore(stateOf(identityKind, userId), question);
  };
const takeBack =
  (level: IdentityLevel, requestId: string | null, userId = 'real-1'): StepOf =>
  (_, __, stateOf) =>
    decideTakeBack(stateOf(identityKind, userId), { userId, level, requestId });
const erase =
  (userId = 'real-1'): StepOf =>
  (_, __, stateOf) =>
    decideErase(stateOf(identityKind, userId), userId);

/** A person whose level stands at that status, by the ordinary way. */
function at(status: LevelStatus): World {
  const world = given();
  if (status !== 'none') world.and(submit(command('primary', 'r-1')));
  if (status === 'answer-needed') world.and(askMore('primary', 'r-1'));
  if (status === 'passed') world.and(verdict('approved', 'primary', 'r-1'));
  if (status === 'rejected') world.and(verdict('rejected', 'primary', 'r-1'));
  expect(person(world).primary.status).toBe(status);
  return world;
}

describe('the life of a level', () => {
  const steps = {
    submit: send('primary', 'r-2'),
    withdraw: takeBack('primary', 'r-1'),
    pass: verdict('approved', 'primary', 'r-1'),
    reject: verdict('rejected', 'primary', 'r-1'),
    ask: askMore('primary', 'r-1'),
  };
  const cases = (Object.keys(LIFECYCLE) as LevelStatus[]).flatMap((status) =>
    (Object.keys(steps) as (keyof typeof steps)[]).map((step) => [status, step] as const),
  );

  it.each(cases)('from %s by %s goes where the table says', (status, step) => {
    const world = at(status);
    const outcome = world.when(steps[step]);
    const next: LevelStatus | Refusal = LIFECYCLE[status][step];
    if (typeof next !== 'string') outcome.then(next);
    expect(person(world).primary.status).toBe(typeof next === 'string' ? next : status);
  });

  it('is final once passed', () => {
    expect(Object.values(LIFECYCLE.passed).filter((next) => typeof next === 'string')).toEqual([]);
  });
});

describe('a request', () => {
  it('claims its document and counts its attempts', () => {
    const world = at('rejected')
      .when(submit(command('primary', 'r-2')))
      .then('IdentitySubmitted', 'DocumentClaimed');
    expect(person(world).primary.attempts).toBe(2);
    expect(documentOf(world, 'fp-1')).toEqual({ userId: 'real-1', requestId: 'r-2' });
  });

  it.each(['advanced', 'address'] as const)(
    'of level %s needs primary passed first, and needs no other level',
    (level) => {
      for (const status of ['none', 'under-review', 'rejected'] as const)
        at(status)
          .when(submit(command(level, 'r-9')))
          .then('identity.primary-required');
      at('passed')
        .when(submit(command(level, 'r-9')))
        .then('IdentitySubmitted');
    },
  );

  it('is refused in a fixed order: life of the level, primary first, the form, the nationality, the document', () => {
    const problem = refuse('identity.name-empty', { field: 'realName' });
    const faulty = { ...command('primary', 'r-2'), form: { problem } };
    at('passed').when(submit(faulty)).then('identity.already-verified');
    at('under-review').when(submit(faulty)).then('identity.under-review');
    at('none')
      .when(submit({ ...faulty, level: 'address' }))
      .then('identity.primary-required');
    at('none').when(submit(faulty)).then(problem);
    at('none')
      .and(submit(command('primary', 'r-1', 'fp-1', 'real-2')))
      .when(submit(command('primary', 'r-2'), 'JP'))
      .then('identity.country-fixed')
      .when(submit(command('primary', 'r-2'), 'DE'))
      .then('identity.document-used')
      .when(submit(command('primary', 'r-2', 'fp-2'), 'DE'))
      .then('IdentitySubmitted', 'DocumentClaimed');
  });

  it('of another nationality than that of the registration is told which one that was', () => {
    at('none')
      .when(submit(command('primary', 'r-1'), 'JP'))
      .then(refuse('identity.country-fixed', { field: 'country', registered: 'JP' }));
  });

  it('gives its document free when rejected or taken back, so that another may show it', () => {
    for (const free of [verdict('rejected', 'primary', 'r-1'), takeBack('primary', 'r-1')]) {
      const world = at('under-review');
      expect(world.when(free).events.map(({ type }) => type)).toContain('DocumentReleased');
      world.when(submit(command('primary', 'r-2', 'fp-1', 'real-2'))).then('IdentitySubmitted', 'DocumentClaimed');
    }
  });

  it('that is not the newest is neither decided nor taken back', () => {
    at('rejected')
      .and(submit(command('primary', 'r-2')))
      .when(verdict('approved', 'primary', 'r-1'))
      .then('identity.not-under-review')
      .when(takeBack('primary', 'r-1'))
      .then('identity.nothing-to-withdraw')
      .when(takeBack('primary', null))
      .then('identity.nothing-to-withdraw');
  });

  it('that was taken back leaves what it said, to begin from it', () => {
    const world = at('under-review').and(takeBack('primary', 'r-1'));
    expect(person(world).primary).toMatchObject({
      status: 'none',
      attempts: 1,
      request: { requestId: 'r-1' },
    });
  });
});

describe('a request that staff asked about', () => {
  it('is answered under its own id, and counts as the same attempt', () => {
    const world = at('answer-needed').when(send('primary', 'r-2')).then('IdentityAnswered');
    const { primary } = person(world);
    expect(primary).toMatchObject({ status: 'under-review', attempts: 1, request: { requestId: 'r-1' } });
  });

  it('may be answered with another document, and gives the first one free', () => {
    const world = at('answer-needed')
      .when(send('primary', 'r-2', 'fp-2'))
      .then('IdentityAnswered', 'DocumentReleased', 'DocumentClaimed');
    expect(documentOf(world, 'fp-1')).toBeNull();
    expect(documentOf(world, 'fp-2')).toEqual({ userId: 'real-1', requestId: 'r-1' });
  });

  it('takes no answer to a question that is not open any more, and no new request while one is', () => {
    const late = { ...command('primary', 'r-1'), answers: { fingerprint: 'fp-1' } };
    for (const status of ['none', 'rejected'] as const) at(status).when(submit(late)).then('request.unavailable');
    at('answer-needed')
      .when(submit(command('primary', 'r-2')))
      .then('request.unavailable');
  });
});

describe('erasing', () => {
  it('ends what is open, gives the document free, and lets nothing be sent again', () => {
    const world = at('passed')
      .and(submit(command('address', 'r-2')))
      .when(erase())
      .then('IdentityWithdrawn', 'DocumentReleased', 'IdentityErased');
    expect(documentOf(world, 'fp-1')).toBeNull();
    world
      .when(erase())
      .then()
      .when(submit(command('primary', 'r-3')))
      .then('account.not-found');
  });
});

describe('whatever people and staff do in whatever order', () => {
  const level = fc.constantFrom(...IDENTITY_LEVELS);
  const step = fc.record({
    what: fc.constantFrom('submit', 'ask', 'approved', 'rejected', 'withdraw', 'erase'),
    userId: fc.constantFrom(...PEOPLE),
    level,
    fingerprint: fc.constantFrom(...DOCUMENTS),
  });

  it('a document stands for one account at most, and what passed stays passed until erased', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const world = given();
        steps.forEach(({ what, userId, level, fingerprint }, index) => {
          const before = PEOPLE.map((id) => [id, person(world, id)] as const);
          const open = person(world, userId)[level].request?.requestId ?? null;
          const next = {
            submit: send(level, `r-${index}`, fingerprint, userId),
            ask: askMore(level, open ?? 'r-none', userId),
            withdraw: takeBack(level, open, userId),
            erase: erase(userId),
            approved: verdict('approved', level, open ?? 'r-none', userId),
            rejected: verdict('rejected', level, open ?? 'r-none', userId),
          };
          world.when(next[what]);
          for (const [id, state] of before)
            for (const each of IDENTITY_LEVELS)
              if (state[each].status === 'passed' && !person(world, id).erased)
                expect(person(world, id)[each]).toBe(state[each]);
          checkDocuments(world);
        });
      }),
      { numRuns: 300 },
    );
  });
});

/** Every document that an open or passed request shows is held by exactly that request. */
function checkDocuments(world: World): void {
  const owners = new Map<string, string>();
  for (const id of PEOPLE) {
    const { primary } = person(world, id);
    if (primary.status === 'none' || primary.status === 'rejected') continue;
    const fingerprint = primary.request.document?.fingerprint ?? '';
    expect(owners.has(fingerprint)).toBe(false);
    owners.set(fingerprint, primary.request.requestId);
  }
  for (const fingerprint of DOCUMENTS)
    expect(documentOf(world, fingerprint)?.requestId ?? undefined).toBe(owners.get(fingerprint));
}
