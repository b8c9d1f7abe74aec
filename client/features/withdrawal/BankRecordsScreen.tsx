import { WithdrawalRecords } from './WithdrawalRecords';

/** `/tbjl` and `/addcardRecord`: withdrawals to bank accounts. */
export default function BankRecordsScreen() {
  return <WithdrawalRecords kind="bank" />;
}
