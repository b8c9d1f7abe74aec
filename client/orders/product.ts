import type { CallDeclaration, CallInput } from '../../contracts/call.contract';
import type {
  orderAnswer,
  orderPreview,
  placeOcoBody,
  placeOrderBody,
  previewOrderQuery,
} from '../../contracts/order.contract';

type OrderCall<Input, Output> = CallDeclaration & { readonly input: Input; readonly output: Output };

/** What a product hands over to the order form: how its orders are placed, and which space of the account pays for them. */
export interface OrderProduct {
  readonly space: string;
  readonly place: OrderCall<typeof placeOrderBody, typeof orderAnswer>;
  readonly placeOco: OrderCall<typeof placeOcoBody, typeof orderAnswer>;
  readonly preview: OrderCall<typeof previewOrderQuery, typeof orderPreview>;
}

/** An order as it is placed or previewed, and a pair of which one cancels the other. */
export type OrderBody = CallInput<OrderProduct['place']>;
export type OcoBody = CallInput<OrderProduct['placeOco']>;
