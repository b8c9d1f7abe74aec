import { Controller, Inject, type Type } from '@nestjs/common';
import type { ListCall, RowCall, StaffList } from '../../engine/lists/staff-list.js';
import { Handle, type CallAnswer, type CallContext } from '../http/call.js';
import { StaffLists } from './staff-lists.js';

class ListController {
  constructor(@Inject(StaffLists) readonly lists: StaffLists) {}
}

/** Serves the calls that lists declare: the page of each, and a single row where its call answers no more. */
export function listController(lists: readonly StaffList[]): Type {
  for (const list of lists) {
    serve(list.call, function ({ session, lang, input, header }) {
      return this.lists.list({ ...session, lang }, list, input, header);
    });
    if (list.rowCall !== undefined)
      serve(list.rowCall, function ({ session, lang, input }) {
        return this.lists.one({ ...session, lang }, list, input.id);
      });
  }
  Controller()(ListController);
  return ListController;
}

/** What `@Handle` does to a method that is written out. */
function serve<Call extends ListCall<unknown> | RowCall<unknown>>(
  call: Call,
  method: (this: ListController, context: CallContext<Call>) => Promise<CallAnswer<Call>>,
): void {
  const descriptor = { value: method, configurable: true };
  Handle(call)(ListController.prototype, call.path, descriptor);
  Object.defineProperty(ListController.prototype, call.path, descriptor);
}
