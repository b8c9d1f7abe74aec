import type { ContentChanged } from '../../../contracts/content.contract.js';
import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import type { NewEvent } from '../../core/event.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { PublishContent, SaveContentDraft, SeedContent, WithdrawContent } from './content.commands.js';
import {
  contentKind,
  decidePublish,
  decideSave,
  decideSeed,
  decideWithdraw,
  type ContentState,
} from './content.decider.js';

type Decide<Wish> = (state: ContentState, wish: Wish, at: number) => NewEvent[] | Refusal;

/** Every command is about one entry of the house. */
function handler<Wish extends { readonly slug: string }>(
  command: CommandClass<Wish, ContentChanged>,
  decide: Decide<Wish>,
): AnyCommandHandler {
  return handle(command, {
    realms: ['house'],
    touches: ({ slug }) => ({ streams: [[contentKind, slug]] }),
    decide: (view, wish, { at }) => {
      const state = view.state(contentKind, wish.slug);
      const events = decide(state, wish, at);
      if (isRefusal(events)) return events;
      const streamVersion = (state?.streamVersion ?? 0) + events.length;
      return { events, answer: { slug: wish.slug, streamVersion } };
    },
  });
}

export const contentHandlers: AnyCommandHandler[] = [
  handler(SaveContentDraft, decideSave),
  handler(PublishContent, decidePublish),
  handler(WithdrawContent, decideWithdraw),
  handler(SeedContent, decideSeed),
];
