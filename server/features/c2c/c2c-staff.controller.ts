import { Controller, Inject } from '@nestjs/common';
import { staffC2cMessageBody, staffC2cOrderBody } from '../../../contracts/c2c.contract.js';
import { addSellerBody, changeSellerBody, switchSellerBody } from '../../../contracts/seller.contract.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { LIST, ONE, type List, type One } from '../../staff/call-shapes.js';
import { StaffLists } from '../../staff/staff-lists.js';
import { C2cStaffService } from './c2c-staff.service.js';

/** C2C orders for support, and the sellers' accounts for risk. Matching and vouchers are decided in the review room. */
@Controller()
export class C2cStaffController {
  constructor(
    @Inject(StaffLists) private readonly lists: StaffLists,
    @Inject(C2cStaffService) private readonly c2c: C2cStaffService,
  ) {}

  @Call({
    method: 'GET',
    path: 'staff/c2c-orders',
    access: 'staff:purchases',
    summary: 'C2C orders of everybody, the newest first.',
    answer: 'StaffC2cRow[]',
    ...LIST,
  })
  orders({ session, input, header }: List<'staff:purchases'>) {
    return this.lists.list(session, 'c2c-orders', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/c2c-orders/:id',
    access: 'staff:purchases',
    summary: 'One order with what was written on it. The reading is recorded.',
    answer: 'StaffC2cView',
    ...ONE,
    refusals: ['staff.not-found', 'request.unavailable'],
  })
  order({ session, input }: One<'staff:purchases'>) {
    return this.c2c.order(session, input.id);
  }

  @Call({
    method: 'POST',
    path: 'staff/sendC2cMessage',
    access: 'staff:talking',
    summary: 'Writes to the person on an order.',
    input: staffC2cMessageBody,
    answer: 'null',
    body: 'bare',
    refusals: [
      ...['c2c.order-not-found', 'staff.role-missing', 'review.own', 'account.not-found'],
      ...['c2c.message-empty', 'c2c.messages-full'],
    ] as const,
  })
  write({ session, input, keys }: Asked<typeof staffC2cMessageBody, 'staff:talking'>) {
    return this.c2c.write(session, input.orderId, input.text, keys);
  }

  @Call({
    method: 'POST',
    path: 'staff/readC2cMessages',
    access: 'staff:talking',
    summary: 'Marks what the person wrote on an order as read.',
    input: staffC2cOrderBody,
    answer: 'null',
    body: 'bare',
    refusals: ['c2c.order-not-found', 'staff.role-missing', 'review.own'],
  })
  read({ session, input, keys }: Asked<typeof staffC2cOrderBody, 'staff:talking'>) {
    return this.c2c.read(session, input.orderId, keys);
  }

  @Call({
    method: 'POST',
    path: 'staff/reinstateC2c',
    access: 'staff:reinstating',
    summary: 'Gives an expired order new time, while the rules allow it.',
    input: staffC2cOrderBody,
    answer: 'C2cChangedView',
    body: 'bare',
    refusals: [
      'c2c.order-not-found',
      'staff.role-missing',
      'review.own',
      'c2c.not-expired',
      'c2c.expired-for-good',
      'c2c.order-moved',
    ],
  })
  reinstate({ session, input, keys }: Asked<typeof staffC2cOrderBody, 'staff:reinstating'>) {
    return this.c2c.reinstate(session, input.orderId, keys);
  }

  @Call({
    method: 'GET',
    path: 'staff/sellers',
    access: 'staff:sellers',
    summary: 'The accounts that orders are matched with.',
    answer: 'StaffSellerRow[]',
    ...LIST,
  })
  sellers({ session, input, header }: List<'staff:sellers'>) {
    return this.lists.list(session, 'sellers', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/sellers/:id',
    access: 'staff:sellers',
    summary: 'One account with its bank details and what was matched with it today.',
    answer: 'StaffSellerView',
    ...ONE,
  })
  seller({ session, input }: One<'staff:sellers'>) {
    return this.c2c.seller(session, input.id);
  }

  @Call({
    method: 'POST',
    path: 'staff/addSeller',
    access: 'staff:sellers',
    summary: 'Adds an account that orders may be matched with from now on.',
    input: addSellerBody,
    answer: 'SellerChangedView',
    body: 'bare',
    refusals: ['staff.role-missing', 'seller.field-empty', 'seller.limits-crossed'],
  })
  add({ session, input, keys }: Asked<typeof addSellerBody, 'staff:sellers'>) {
    return this.c2c.addSeller(session, input, keys);
  }

  @Call({
    method: 'POST',
    path: 'staff/changeSeller',
    access: 'staff:sellers',
    summary: 'Makes a new version of an account; orders keep the version that they were matched with.',
    input: changeSellerBody,
    answer: 'SellerChangedView',
    body: 'bare',
    refusals: [
      'staff.role-missing',
      'seller.not-found',
      'seller.changed',
      'seller.field-empty',
      'seller.limits-crossed',
    ],
  })
  change({ session, input, keys }: Asked<typeof changeSellerBody, 'staff:sellers'>) {
    return this.c2c.changeSeller(session, input, keys);
  }

  @Call({
    method: 'POST',
    path: 'staff/switchSeller',
    access: 'staff:sellers',
    summary: 'Switches an account off or on; orders that are matched already go on.',
    input: switchSellerBody,
    answer: 'SellerChangedView',
    body: 'bare',
    refusals: ['staff.role-missing', 'seller.not-found'],
  })
  switchSeller({ session, input, keys }: Asked<typeof switchSellerBody, 'staff:sellers'>) {
    return this.c2c.switchSeller(session, input, keys);
  }
}
