import { MyOrders } from './MyCustodyScreen';

/** `/vip_wdtg`: own VIP orders. */
export default function MyVipScreen() {
  return <MyOrders group="vip" />;
}
