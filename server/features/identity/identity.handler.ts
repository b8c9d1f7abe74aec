import type { AccountGate } from '../../core/ports/account-gate.js';
import { handle, type AnyCommandHandler } from '../../core/command.js';
import type { CommandMeta, Decided, CommandScope, View } from '../../core/decider.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { decideAnswer, decideWithdraw, reviewKind } from '../../review/review.decider.js';
import { reviewOpened } from '../../review/review.events.js';
import { EraseIdentity, SubmitIdentity, WithdrawIdentity } from './identity.commands.js';
import { decideErase, decideSubmit, decideTakeBack, documentKind, identityKind } from './identity.decider.js';

const documentOf = (fingerprint: string | null): CommandScope['streams'] =>
  fingerprint === null ? [] : [[documentKind, fingerprint]];

/** Every request goes into the queue, comes out of it and holds its document in one append with the level's own event. */
export function identityHandlers(gate: AccountGate): AnyCommandHandler[] {
  const submit = handle(SubmitIdentity, {
    realms: ['real'],
    scope: ({ userId, requestId, form, answers }) => ({
      streams: [
        [identityKind, userId],
        gate.stream(userId),
        [reviewKind, requestId],
        ...documentOf(fingerprintOf(form)),
        ...documentOf(answers === null || answers.fingerprint === fingerprintOf(form) ? null : answers.fingerprint),
      ],
    }),
    decide: (view, command, meta) => {
      const { userId, level, requestId } = command;
      const blocked = accountProblem(gate, view, userId, meta);
      if (blocked !== undefined) return blocked;
      const registered = gate.nationality(view.state(...gate.stream(userId)));
      const fingerprint = fingerprintOf(command.form);
      const holder = fingerprint === null ? null : view.state(documentKind, fingerprint);
      const events = decideSubmit(view.state(identityKind, userId), command, registered, holder);
      if (isRefusal(events)) return events;
      const queued =
        command.answers === null
          ? [reviewOpened({ requestId, kind: `identity-${level}`, userId })]
          : decideAnswer(view.state(reviewKind, requestId), { requestId });
      return isRefusal(queued) ? queued : { events: [...events, ...queued], answer: { requestId } };
    },
  });
  const withdraw = handle(WithdrawIdentity, {
    realms: ['real'],
    scope: ({ userId, request }) => ({
      streams: [
        [identityKind, userId],
        gate.stream(userId),
        ...(request === null ? [] : requestStreams(request.requestId, request.fingerprint)),
      ],
    }),
    decide: (view, { userId, level, request }, meta) => {
      const blocked = accountProblem(gate, view, userId, meta);
      if (blocked !== undefined) return blocked;
      const requestId = request?.requestId ?? null;
      const events = decideTakeBack(view.state(identityKind, userId), { userId, level, requestId });
      if (isRefusal(events)) return events;
      if (requestId === null) return refuse('identity.nothing-to-withdraw');
      return withReviews(view, events, [requestId], { requestId });
    },
  });
  return [submit, withdraw, erase];
}

const erase = handle(EraseIdentity, {
  realms: ['real'],
  scope: ({ userId, requestIds, fingerprint }) => ({
    streams: [
      [identityKind, userId],
      ...requestIds.map((requestId) => [reviewKind, requestId] as const),
      ...documentOf(fingerprint),
    ],
  }),
  decide: (view, { userId, requestIds }) => {
    const events = decideErase(view.state(identityKind, userId), userId);
    return withReviews(view, events, events.length === 0 ? [] : requestIds, null);
  },
});

function requestStreams(requestId: string, fingerprint: string | null): CommandScope['streams'] {
  return [[reviewKind, requestId], ...documentOf(fingerprint)];
}

/** The level's events, and those that take its requests out of the queue. */
function withReviews<Answer>(
  view: View,
  events: Decided<Answer>['events'],
  requestIds: readonly string[],
  answer: Answer,
): Decided<Answer> | Refusal {
  const all = [...events];
  for (const requestId of requestIds) {
    const withdrawn = decideWithdraw(view.state(reviewKind, requestId), { requestId });
    if (isRefusal(withdrawn)) return withdrawn;
    all.push(...withdrawn);
  }
  return { events: all, answer };
}

function fingerprintOf(form: SubmitIdentity['data']['form']): string | null {
  return 'problem' in form ? null : (form.document?.fingerprint ?? null);
}

function accountProblem(gate: AccountGate, view: View, userId: string, { at }: CommandMeta): Refusal | undefined {
  return gate.refusal(view, userId, `${userId}.1`, at);
}
