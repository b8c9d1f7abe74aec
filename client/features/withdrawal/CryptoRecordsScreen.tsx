import { WithdrawalRecords } from './WithdrawalRecords';

/** `/moneyRecord`: withdrawals to addresses. */
export default function CryptoRecordsScreen() {
  return <WithdrawalRecords kind="crypto" />;
}
