import { useTranslation } from 'react-i18next';
import type { ContractView, PositionView } from '../../../contracts/contract.contract';
import { isRaised } from '../../../shared/margin-brackets';
import { underlyingOf } from '../../../shared/contract-symbol';
import { useFormat } from '../../lib/format';
import { useNow } from '../../lib/use-now';
import { BracketsNote } from './BracketsNote';
import { useContracts } from './use-contracts';
import styles from './Contract.module.css';

const SECOND_MS = 1_000;

/** Before a close: when margins rise, or until when they are raised, and what that allows. */
function GapNote({ contract, name }: { contract: Pick<ContractView, 'gap' | 'brackets'>; name?: string }) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const now = useNow(SECOND_MS);
  const { gap, brackets } = contract;
  if (gap === null) return null;
  const rate = format.share(gap.rate, 2);
  const leverage = format.count(brackets[0]?.leverageMax ?? 1);
  const raises = format.time(gap.raisesAt);
  return (
    <p className={styles.warning} data-testid="gap-note">
      {name !== undefined && <b>{name} </b>}
      {isRaised(gap, now)
        ? t('gap.raised', { rate, opens: format.shortDateTime(gap.opensAt), leverage })
        : t('gap.soon', { rate, raises })}
    </p>
  );
}

/** The same, and new brackets, for every contract in which something is open. */
export function PositionGaps({ positions }: { positions: readonly Pick<PositionView, 'symbol'>[] }) {
  const symbols = [...new Set(positions.map(({ symbol }) => symbol))];
  return symbols.map((symbol) => <PositionGap key={symbol} symbol={symbol} />);
}

function PositionGap({ symbol }: { symbol: string }) {
  const contract = useContracts(underlyingOf(symbol)).data?.contracts.find((each) => each.symbol === symbol);
  return contract === undefined ? null : <MarginNotes contract={contract} name={symbol} />;
}

/** What changes for its margin soon. */
export function MarginNotes(props: { contract: ContractView; name?: string }) {
  return (
    <>
      <GapNote {...props} />
      <BracketsNote {...props} />
    </>
  );
}
