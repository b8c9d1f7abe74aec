import { z } from 'zod';
import { chatSide } from '../../../contracts/chat.contract.js';
import { policySchemas } from '../../../contracts/policy.contract.js';
import { SUPPORT_TOPICS, type SupportOpenedView } from '../../../contracts/support.contract.js';
import { HouseCommand, type BodyOf, type DataOf } from '../../core/command.js';
import { policyVersion, sealed } from '../../core/command-schemas.js';

const rules = policySchemas['support.rules'];
export type SupportRules = DataOf<typeof rules>;

const ofConversation = z.object({ userId: z.string(), conversationId: z.string() });

const message = {
  messageId: z.string(),
  /** `null` when nothing was written. */
  sealedText: sealed.nullable(),
  imageId: z.string().nullable(),
  policy: policyVersion(rules),
};

const openSupport = ofConversation.extend({ ownerId: z.string(), topic: z.enum(SUPPORT_TOPICS), ...message });
export class OpenSupport extends HouseCommand<DataOf<typeof openSupport>, SupportOpenedView> {
  static readonly type = 'OpenSupport';
  static readonly schema = openSupport;
}

/** `staffId`: of the member who writes; `null` for the person. */
const sendSupportMessage = ofConversation.extend({
  ownerId: z.string(),
  from: chatSide,
  staffId: z.string().nullable(),
  ...message,
});
export class SendSupportMessage extends HouseCommand<DataOf<typeof sendSupportMessage>, null> {
  static readonly type = 'SendSupportMessage';
  static readonly schema = sendSupportMessage;
}

const readSupportMessages = ofConversation.extend({ by: chatSide });
export class ReadSupportMessages extends HouseCommand<DataOf<typeof readSupportMessages>, null> {
  static readonly type = 'ReadSupportMessages';
  static readonly schema = readSupportMessages;
}

const byStaff = ofConversation.extend({ staffId: z.string() });
export class TakeSupport extends HouseCommand<DataOf<typeof byStaff>, null> {
  static readonly type = 'TakeSupport';
  static readonly schema = byStaff;
}
export class ReleaseSupport extends HouseCommand<DataOf<typeof byStaff>, null> {
  static readonly type = 'ReleaseSupport';
  static readonly schema = byStaff;
}

/** `staffId`: of the member who closes it; `null` for the person. */
const closeSupport = ofConversation.extend({ staffId: z.string().nullable() });
export class CloseSupport extends HouseCommand<DataOf<typeof closeSupport>, null> {
  static readonly type = 'CloseSupport';
  static readonly schema = closeSupport;
}

const rateSupport = ofConversation.extend({ ownerId: z.string(), rating: z.int(), sealedComment: sealed.nullable() });
export class RateSupport extends HouseCommand<DataOf<typeof rateSupport>, null> {
  static readonly type = 'RateSupport';
  static readonly schema = rateSupport;
}

const endSupport = z.object({ userId: z.string() });
/** Closes what is open of an account that is over. */
export class EndSupport extends HouseCommand<DataOf<typeof endSupport>, null> {
  static readonly type = 'EndSupport';
  static readonly schema = endSupport;
}

export type SupportCommand = BodyOf<
  | typeof OpenSupport
  | typeof SendSupportMessage
  | typeof ReadSupportMessages
  | typeof TakeSupport
  | typeof ReleaseSupport
  | typeof CloseSupport
  | typeof RateSupport
  | typeof EndSupport
>;
