import { Injectable } from '@nestjs/common';
import type { changeName, setSecurityQuestions } from '../../../contracts/security.calls.js';
import type { CallContext } from '../../edge/http/call.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { ChangeNickname, SetSecurityQuestions } from './security.commands.js';
import { QUESTION_KEYS, type QuestionKey } from './security.events.js';
import { applied, ofCaller, SecurityParts } from './security-parts.js';
import { nameProblem, normalAnswer } from './security.rules.js';

/** The answers to the three questions; absent where they are not needed. */
type GivenAnswers = Readonly<Partial<Record<QuestionKey, string | undefined>>>;

/** Security questions and the name. */
@Injectable()
export class PersonService {
  constructor(private readonly parts: SecurityParts) {}

  async setQuestions(call: CallContext<typeof setSecurityQuestions>): Promise<null | Refusal> {
    const { proofs, factors, hashing, after, commands } = this.parts;
    const { userId } = call.session;
    const { questions } = await proofs.state(userId);
    const empty = QUESTION_KEYS.find((key) => normalAnswer(call.input[key]) === '');
    if (empty !== undefined) return refuse('request.field-missing', { field: empty });
    const proof = await proofs.prove(userId, 'password', call.input, call.requestToken);
    if (isRefusal(proof)) return proof;
    const hashes: Record<string, string> = {};
    for (const key of QUESTION_KEYS) hashes[key] = await hashing.hash(userId, normalAnswer(call.input[key]));
    const answersId = await factors.put(userId, 'answers', JSON.stringify(hashes));
    const replaces = questions?.id ?? null;
    const data = { userId, answersId, replaces, questions: QUESTION_KEYS };
    const done = await commands.execute(new SetSecurityQuestions(ofCaller(this.parts, call, proof), data));
    await factors.dropUnused(answersId, done);
    if (!done.ok) return done.refusal;
    if (done.repeated) return null;
    await factors.drop(replaces ?? undefined);
    await after.run(call.session, 'questions-set', `questions-set:${answersId}`);
    return null;
  }

  /** Why these answers do not prove anything, or `undefined`. All three must be right; each try counts. */
  async answersRefusal(userId: string, given: GivenAnswers): Promise<Refusal | undefined> {
    const { proofs, factors, hashing } = this.parts;
    const { questions } = await proofs.state(userId);
    if (questions === null) return refuse('security.questions-missing');
    return proofs.tries.take(userId, async () => {
      const kept = await factors.find(userId, 'answers', questions.id);
      if (kept === undefined) return refuse('security.answers-wrong');
      const hashes = JSON.parse(kept.secret) as Record<QuestionKey, string>;
      // All three are checked, so that the time taken does not reveal the wrong one.
      let right = true;
      for (const key of QUESTION_KEYS)
        right = (await hashing.verify(userId, hashes[key], normalAnswer(given[key] ?? ''))) && right;
      return right ? undefined : refuse('security.answers-wrong');
    });
  }

  async changeName(call: CallContext<typeof changeName>): Promise<null | Refusal> {
    const { proofs, vault, policies, issuer, commands } = this.parts;
    const { userId } = call.session;
    const context = ofCaller(this.parts, call);
    const name = call.input.name.normalize('NFKC').replace(/\s+/g, ' ').trim();
    const done = await commands.prepare(context, async () => {
      const proof =
        nameProblem(name, issuer) ?? (await proofs.prove(userId, 'password', call.input, call.requestToken));
      if (isRefusal(proof)) return proof;
      const sealedName = await vault.seal(userId, NAME_CONTEXT, name);
      return new ChangeNickname(
        { ...context, proof },
        { userId, sealedName, policy: applied(policies, 'nameChangeDays') },
      );
    });
    return done.ok ? null : done.refusal;
  }
}

/** The field of the sealed name, as the vault binds it. */
export const NAME_CONTEXT = 'security.name';
