import { Index } from './CustodyScreen';

/** `/vip_index`: VIP products, which are custody for people who pass four gates. */
export default function VipScreen() {
  return <Index group="vip" />;
}
