import { Controller } from '@nestjs/common';
import {
  releaseSupport,
  staffCloseSupport,
  staffReadSupportMessages,
  staffSendSupportMessage,
  staffSupportConversation,
  staffSupportImage,
  takeSupport,
  uploadStaffSupportImage,
} from '../../../contracts/support.calls.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { Download, HARMLESS_IMAGE } from '../../edge/http/reply.js';
import { SupportStaffService } from './support-staff.service.js';

/** Conversations as staff answer them. */
@Controller()
export class SupportStaffController {
  constructor(private readonly support: SupportStaffService) {}

  @Handle(staffSupportConversation)
  conversation(call: CallContext<typeof staffSupportConversation>) {
    return this.support.conversation(call);
  }

  @Handle(staffSupportImage)
  async image(call: CallContext<typeof staffSupportImage>): Promise<Download | Refusal> {
    const image = await this.support.image(call);
    return isRefusal(image) ? image : new Download(`${image.id}.jpg`, 'image/jpeg', [image.jpeg], HARMLESS_IMAGE);
  }

  @Handle(takeSupport)
  take(call: CallContext<typeof takeSupport>) {
    return this.support.take(call);
  }

  @Handle(releaseSupport)
  release(call: CallContext<typeof releaseSupport>) {
    return this.support.release(call);
  }

  @Handle(uploadStaffSupportImage)
  upload(call: CallContext<typeof uploadStaffSupportImage>) {
    return this.support.upload(call);
  }

  @Handle(staffSendSupportMessage)
  write(call: CallContext<typeof staffSendSupportMessage>) {
    return this.support.write(call);
  }

  @Handle(staffReadSupportMessages)
  read(call: CallContext<typeof staffReadSupportMessages>) {
    return this.support.read(call);
  }

  @Handle(staffCloseSupport)
  close(call: CallContext<typeof staffCloseSupport>) {
    return this.support.close(call);
  }
}
