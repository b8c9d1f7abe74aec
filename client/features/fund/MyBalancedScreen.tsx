import { MyFund } from './MyFund';

/** `/etf_wdtg`: own units of the balanced fund. */
export default function MyBalancedScreen() {
  return <MyFund level="balanced" />;
}
