import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { IDENTITY_LEVELS, type IdentityLevel } from '../../../contracts/identity.contract.js';
import type { NewEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { SubmitIdentity } from './identity.commands.js';
import {
  decideErase,
  decideMoreAsked,
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

function wish(
  level: IdentityLevel,
  requestId: string,
  fingerprint = 'fp-1',
  userId = 'real-1',
): SubmitIdentity['data'] {
  const document =
    level === 'primary' ? { type: 1, fingerprint, numberFingerprint: 'n-1', nameFingerprint: 'name-1' } : null;
  const form = { sealedForm: sealed, images: { front: 'image-1' }, document, nationality: document && 'DE' };
  return { userId, level, requestId, answers: null, form, policy: POLICY };
}

/** A world of people and documents, as the writer would keep it. */
class World {
  readonly people = new Map<string, IdentityState>();
  readonly documents = new Map<string, DocumentState>();
  private position = 0;

  person = (id: string): IdentityState => this.people.get(id) ?? identityKind.initial(id);
  document = (id: string): DocumentState => this.documents.get(id) ?? null;

  keep(events: readonly NewEvent[]): void {
    for (const event of events) {
      this.position += 1;
      const recorded = {
        ...event,
        realm: 'real',
        position: this.position,
        version: 1,
        at: this.position,
        actor: 'test',
      };
      const [kind = '', ...rest] = event.stream.split('-');
      const id = rest.join('-');
      if (kind === 'identity') this.people.set(id, identityKind.evolve(this.person(id), recorded));
      else this.documents.set(id, documentKind.evolve(this.document(id), recorded));
    }
  }

  submit(sent: SubmitIdentity['data'], registered: string | null = null): NewEvent[] | Refusal {
    const fingerprint = 'problem' in sent.form ? null : (sent.form.document?.fingerprint ?? null);
    const holder = fingerprint === null ? null : this.document(fingerprint);
    return this.done(decideSubmit(this.person(sent.userId), sent, registered, holder));
  }

  /** As the service does: an answer where one is needed, else a new request. */
  send(level: IdentityLevel, requestId: string, fingerprint = 'fp-1', userId = 'real-1') {
    const held = this.person(userId)[level];
    if (held.status !== 'answer-needed') return this.submit(wish(level, requestId, fingerprint, userId));
    const answers = { fingerprint: held.request.document?.fingerprint ?? null };
    return this.submit({ ...wish(level, held.request.requestId, fingerprint, userId), answers });
  }

  decide(verdict: 'approved' | 'rejected', level: IdentityLevel, requestId: string, userId = 'real-1') {
    const reasons = verdict === 'rejected' ? ['other'] : [];
    const decision = { userId, level, requestId, verdict, staffId: 'staff-1', reasons, sealedNote: null };
    return this.done(decideVerdict(this.person(userId), decision));
  }

  ask(level: IdentityLevel, requestId: string, userId = 'real-1') {
    const asked = {
      userId,
      level,
      requestId,
      staffId: 'staff-1',
      reasons: ['name-mismatch'],
      advice: null,
      until: 900,
    };
    return this.done(decideMoreAsked(this.person(userId), asked));
  }

  takeBack(level: IdentityLevel, requestId: string | null, userId = 'real-1') {
    return this.done(decideTakeBack(this.person(userId), { userId, level, requestId }));
  }

  private done(answer: NewEvent[] | Refusal): NewEvent[] | Refusal {
    if (!isRefusal(answer)) this.keep(answer);
    return answer;
  }
}

const typesOf = (answer: NewEvent[] | Refusal) => (isRefusal(answer) ? answer.refusal : answer.map(({ type }) => type));

/** A person whose level stands at that status, by the ordinary way. */
function at(status: LevelStatus): World {
  const world = new World();
  if (status !== 'none') world.submit(wish('primary', 'r-1'));
  if (status === 'answer-needed') world.ask('primary', 'r-1');
  if (status === 'passed') world.decide('approved', 'primary', 'r-1');
  if (status === 'rejected') world.decide('rejected', 'primary', 'r-1');
  expect(world.person('real-1').primary.status).toBe(status);
  return world;
}

describe('the life of a level', () => {
  const steps = {
    submit: (world: World) => world.send('primary', 'r-2'),
    withdraw: (world: World) => world.takeBack('primary', 'r-1'),
    pass: (world: World) => world.decide('approved', 'primary', 'r-1'),
    reject: (world: World) => world.decide('rejected', 'primary', 'r-1'),
    ask: (world: World) => world.ask('primary', 'r-1'),
  };
  const cases = (Object.keys(LIFECYCLE) as LevelStatus[]).flatMap((status) =>
    (Object.keys(steps) as (keyof typeof steps)[]).map((step) => [status, step] as const),
  );

  it.each(cases)('from %s by %s goes where the table says', (status, step) => {
    const world = at(status);
    const answer = steps[step](world);
    const next: LevelStatus | Refusal = LIFECYCLE[status][step];
    if (typeof next === 'string') expect(world.person('real-1').primary.status).toBe(next);
    else {
      expect(answer).toEqual(next);
      expect(world.person('real-1').primary.status).toBe(status);
    }
  });

  it('is final once passed', () => {
    expect(Object.values(LIFECYCLE.passed).filter((next) => typeof next === 'string')).toEqual([]);
  });
});

describe('a request', () => {
  it('claims its document and counts its attempts', () => {
    const world = at('rejected');
    expect(typesOf(world.submit(wish('primary', 'r-2')))).toEqual(['IdentitySubmitted', 'DocumentClaimed']);
    expect(world.person('real-1').primary.attempts).toBe(2);
    expect(world.document('fp-1')).toEqual({ userId: 'real-1', requestId: 'r-2' });
  });

  it.each(['advanced', 'address'] as const)(
    'of level %s needs primary passed first, and needs no other level',
    (level) => {
      for (const status of ['none', 'under-review', 'rejected'] as const)
        expect(typesOf(at(status).submit(wish(level, 'r-9')))).toBe('identity.primary-required');
      expect(typesOf(at('passed').submit(wish(level, 'r-9')))).toEqual(['IdentitySubmitted']);
    },
  );

  it('is refused in a fixed order: life of the level, primary first, the form, the nationality, the document', () => {
    const problem = refuse('identity.name-empty', { field: 'realName' });
    const faulty = { ...wish('primary', 'r-2'), form: { problem } };
    expect(typesOf(at('passed').submit(faulty))).toBe('identity.already-verified');
    expect(typesOf(at('under-review').submit(faulty))).toBe('identity.under-review');
    expect(typesOf(at('none').submit({ ...faulty, level: 'address' }))).toBe('identity.primary-required');
    expect(at('none').submit(faulty)).toEqual(problem);
    const world = at('none');
    world.submit(wish('primary', 'r-1', 'fp-1', 'real-2'));
    expect(typesOf(world.submit(wish('primary', 'r-2'), 'JP'))).toBe('identity.country-fixed');
    expect(typesOf(world.submit(wish('primary', 'r-2'), 'DE'))).toBe('identity.document-used');
    expect(typesOf(world.submit(wish('primary', 'r-2', 'fp-2'), 'DE'))).toEqual([
      'IdentitySubmitted',
      'DocumentClaimed',
    ]);
  });

  it('of another nationality than that of the registration is told which one that was', () => {
    expect(at('none').submit(wish('primary', 'r-1'), 'JP')).toEqual(
      refuse('identity.country-fixed', { field: 'country', registered: 'JP' }),
    );
  });

  it('gives its document free when rejected or taken back, so that another may show it', () => {
    for (const free of ['reject', 'withdraw'] as const) {
      const world = at('under-review');
      const answer = free === 'reject' ? world.decide('rejected', 'primary', 'r-1') : world.takeBack('primary', 'r-1');
      expect(typesOf(answer)).toContain('DocumentReleased');
      expect(typesOf(world.submit(wish('primary', 'r-2', 'fp-1', 'real-2')))).toEqual([
        'IdentitySubmitted',
        'DocumentClaimed',
      ]);
    }
  });

  it('that is not the newest is neither decided nor taken back', () => {
    const world = at('rejected');
    world.submit(wish('primary', 'r-2'));
    expect(typesOf(world.decide('approved', 'primary', 'r-1'))).toBe('identity.not-under-review');
    expect(typesOf(world.takeBack('primary', 'r-1'))).toBe('identity.nothing-to-withdraw');
    expect(typesOf(world.takeBack('primary', null))).toBe('identity.nothing-to-withdraw');
  });

  it('that was taken back leaves what it said, to begin from it', () => {
    const world = at('under-review');
    world.takeBack('primary', 'r-1');
    expect(world.person('real-1').primary).toMatchObject({
      status: 'none',
      attempts: 1,
      request: { requestId: 'r-1' },
    });
  });
});

describe('a request that staff asked about', () => {
  it('is answered under its own id, and counts as the same attempt', () => {
    const world = at('answer-needed');
    expect(typesOf(world.send('primary', 'r-2'))).toEqual(['IdentityAnswered']);
    const { primary } = world.person('real-1');
    expect(primary).toMatchObject({ status: 'under-review', attempts: 1, request: { requestId: 'r-1' } });
  });

  it('may be answered with another document, and gives the first one free', () => {
    const world = at('answer-needed');
    const types = ['IdentityAnswered', 'DocumentReleased', 'DocumentClaimed'];
    expect(typesOf(world.send('primary', 'r-2', 'fp-2'))).toEqual(types);
    expect(world.document('fp-1')).toBeNull();
    expect(world.document('fp-2')).toEqual({ userId: 'real-1', requestId: 'r-1' });
  });

  it('takes no answer to a question that is not open any more, and no new request while one is', () => {
    const late = { ...wish('primary', 'r-1'), answers: { fingerprint: 'fp-1' } };
    for (const status of ['none', 'rejected'] as const)
      expect(typesOf(at(status).submit(late))).toBe('request.unavailable');
    expect(typesOf(at('answer-needed').submit(wish('primary', 'r-2')))).toBe('request.unavailable');
  });
});

describe('erasing', () => {
  it('ends what is open, gives the document free, and lets nothing be sent again', () => {
    const world = at('passed');
    world.submit(wish('address', 'r-2'));
    const events = decideErase(world.person('real-1'), 'real-1');
    expect(events.map(({ type }) => type)).toEqual(['IdentityWithdrawn', 'DocumentReleased', 'IdentityErased']);
    world.keep(events);
    expect(world.document('fp-1')).toBeNull();
    expect(decideErase(world.person('real-1'), 'real-1')).toEqual([]);
    expect(typesOf(world.submit(wish('primary', 'r-3')))).toBe('account.not-found');
  });
});

describe('whatever people and staff do in whatever order', () => {
  const person = fc.constantFrom('real-1', 'real-2', 'real-3');
  const level = fc.constantFrom(...IDENTITY_LEVELS);
  const step = fc.record({
    what: fc.constantFrom('submit', 'ask', 'approved', 'rejected', 'withdraw', 'erase'),
    userId: person,
    level,
    fingerprint: fc.constantFrom('fp-1', 'fp-2'),
  });

  it('a document stands for one account at most, and what passed stays passed until erased', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const world = new World();
        steps.forEach(({ what, userId, level, fingerprint }, index) => {
          const before = new Map(world.people);
          const open = world.person(userId)[level].request?.requestId ?? null;
          if (what === 'submit') world.send(level, `r-${index}`, fingerprint, userId);
          else if (what === 'ask') world.ask(level, open ?? 'r-none', userId);
          else if (what === 'withdraw') world.takeBack(level, open, userId);
          else if (what === 'erase') world.keep(decideErase(world.person(userId), userId));
          else world.decide(what as 'approved', level, open ?? 'r-none', userId);
          for (const [id, state] of before)
            for (const each of IDENTITY_LEVELS)
              if (state[each].status === 'passed' && !world.person(id).erased)
                expect(world.person(id)[each]).toBe(state[each]);
          checkDocuments(world);
        });
      }),
      { numRuns: 300 },
    );
  });
});

/** Every document that an open or passed request shows is held by exactly that request. */
function checkDocuments(world: World): void {
  const shown = new Map<string, string>();
  for (const state of world.people.values()) {
    const { primary } = state;
    if (primary.status === 'none' || primary.status === 'rejected') continue;
    const fingerprint = primary.request.document?.fingerprint ?? '';
    expect(shown.has(fingerprint)).toBe(false);
    shown.set(fingerprint, primary.request.requestId);
  }
  for (const [fingerprint, holder] of world.documents)
    expect(holder?.requestId ?? undefined).toBe(shown.get(fingerprint));
}
