import type { CommandHandler, Decided } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import type { PublishContent, SaveContentDraft, SeedContent, WithdrawContent } from './content.commands.js';
import {
  contentKind,
  decidePublish,
  decideSave,
  decideSeed,
  decideWithdraw,
  type ContentState,
} from './content.decider.js';

/** The stream's version after the command. */
export interface ContentAnswer {
  readonly slug: string;
  readonly streamVersion: number;
}

type Decide<Wish> = (state: ContentState, wish: Wish, at: number) => NewEvent[] | Refusal;

/** Every command is about one entry of the house. */
function handler<Wish extends { readonly slug: string }>(
  type: string,
  decide: Decide<Wish>,
): CommandHandler<Wish, ContentAnswer> {
  return {
    type,
    realms: ['house'],
    touches: ({ slug }) => ({ streams: [[contentKind, slug]] }),
    decide: (view, wish, { at }): Decided<ContentAnswer> | Refusal => {
      const state = view.state(contentKind, wish.slug);
      const events = decide(state, wish, at);
      if (isRefusal(events)) return events;
      const streamVersion = (state?.streamVersion ?? 0) + events.length;
      return { events, answer: { slug: wish.slug, streamVersion } };
    },
  };
}

export const contentHandlers = [
  handler<SaveContentDraft>('SaveContentDraft', decideSave),
  handler<PublishContent>('PublishContent', decidePublish),
  handler<WithdrawContent>('WithdrawContent', decideWithdraw),
  handler<SeedContent>('SeedContent', decideSeed),
] as CommandHandler<never, unknown>[];
