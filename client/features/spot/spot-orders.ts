import { placeOco, placeOrder, previewOrder } from '../../../contracts/spot.calls';
import type { OrderProduct } from '../../orders/product';

export const SPOT_ORDERS: OrderProduct = { space: 'spot', place: placeOrder, placeOco, preview: previewOrder };
