import { Controller } from '@nestjs/common';
import { addSeller, changeSeller, staffSeller, switchSeller } from '../../../contracts/c2c.seller.calls.js';
import {
  reinstateC2c,
  staffC2cImage,
  staffC2cOrder,
  staffReadC2cMessages,
  staffSendC2cMessage,
  uploadStaffC2cImage,
} from '../../../contracts/c2c.calls.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { Download, HARMLESS_IMAGE } from '../../edge/http/reply.js';
import { C2cStaffService } from './c2c-staff.service.js';

/** C2C orders for support, and the sellers' accounts for risk. Matching and payment proofs are decided in the review room. */
@Controller()
export class C2cStaffController {
  constructor(private readonly c2c: C2cStaffService) {}

  @Handle(staffC2cOrder)
  order(call: CallContext<typeof staffC2cOrder>) {
    return this.c2c.order(call, call.input.id);
  }

  @Handle(staffSendC2cMessage)
  write(call: CallContext<typeof staffSendC2cMessage>) {
    return this.c2c.write(call);
  }

  @Handle(uploadStaffC2cImage)
  upload(call: CallContext<typeof uploadStaffC2cImage>) {
    return this.c2c.upload(call);
  }

  @Handle(staffC2cImage)
  async image(call: CallContext<typeof staffC2cImage>): Promise<Download | Refusal> {
    const image = await this.c2c.image(call);
    return isRefusal(image) ? image : new Download(`${image.id}.jpg`, 'image/jpeg', [image.jpeg], HARMLESS_IMAGE);
  }

  @Handle(staffReadC2cMessages)
  read({ session, input, requestToken }: CallContext<typeof staffReadC2cMessages>) {
    return this.c2c.read(session, input.orderId, requestToken);
  }

  @Handle(reinstateC2c)
  reinstate({ session, input, requestToken }: CallContext<typeof reinstateC2c>) {
    return this.c2c.reinstate(session, input.orderId, requestToken);
  }

  @Handle(staffSeller)
  seller({ session, input }: CallContext<typeof staffSeller>) {
    return this.c2c.seller(session, input.id);
  }

  @Handle(addSeller)
  add({ session, input, requestToken }: CallContext<typeof addSeller>) {
    return this.c2c.addSeller(session, input, requestToken);
  }

  @Handle(changeSeller)
  change({ session, input, requestToken }: CallContext<typeof changeSeller>) {
    return this.c2c.changeSeller(session, input, requestToken);
  }

  @Handle(switchSeller)
  switchSeller({ session, input, requestToken }: CallContext<typeof switchSeller>) {
    return this.c2c.switchSeller(session, input, requestToken);
  }
}
