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

type Decide<Data> = (state: ContentState, data: Data, at: number) => NewEvent[] | Refusal;

/** Every command is about one entry of the house. */
function handler<Data extends { readonly slug: string }>(
  command: CommandClass<Data, ContentChanged>,
  decide: Decide<Data>,
): AnyCommandHandler {
  return handle(command, {
    realms: ['house'],
    scope: ({ slug }) => ({ streams: [[contentKind, slug]] }),
    decide: (view, data, { at }) => {
      const state = view.state(contentKind, data.slug);
      const events = decide(state, data, at);
      if (isRefusal(events)) return events;
      const streamVersion = (state?.streamVersion ?? 0) + events.length;
      return { events, answer: { slug: data.slug, streamVersion } };
    },
  });
}

export const contentHandlers: AnyCommandHandler[] = [
  handler(SaveContentDraft, decideSave),
  handler(PublishContent, decidePublish),
  handler(WithdrawContent, decideWithdraw),
  handler(SeedContent, decideSeed),
];
