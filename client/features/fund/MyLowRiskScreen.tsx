import { MyFund } from './MyFund';

/** `/etflow_wdtg`: own units of the low-risk fund. */
export default function MyLowRiskScreen() {
  return <MyFund level="low" />;
}
