import { useTranslation } from 'react-i18next';
import type { ClosedPositionView } from '../../../contracts/contract.contract';
import type { Filters } from '../../lib/filters';
import { useFormat } from '../../lib/format';
import { Amount } from '../../ui/numbers';
import { PagedTable, type PagedColumn } from '../../ui/PagedTable';
import { Empty, Skeleton } from '../../ui/states';
import { HeldQuantity } from './HeldQuantity';
import { PositionLink } from './PositionLink';
import { useClosedPositions } from './use-contracts';

/** Positions that are over, newest first: what each brought after fees and funding. */
export default function ClosedPositions({ filters }: { filters: Filters }) {
  const { t } = useTranslation('contract');
  const narrowed = Object.values(filters).some((value) => value !== '');
  return (
    <PagedTable
      query={useClosedPositions(filters)}
      columns={useColumns()}
      rowKey={({ symbol, side, number }) => `${symbol} ${side} ${number}`}
      skeleton={<Skeleton rows={5} height={26} />}
      empty={<Empty text={t(narrowed ? 'closed.noMatch' : 'closed.none')} />}
    />
  );
}

function useColumns(): PagedColumn<ClosedPositionView>[] {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const price = (text: string) => format.amount(text, 8, 2);
  const amount = (text: string, decimals: number) => <Amount value={text} decimals={decimals} signed />;
  return [
    {
      key: 'position',
      label: t('column.position'),
      cell: (position) => (
        <>
          <PositionLink position={position} />{' '}
          <span className={position.side === 'long' ? 'up' : 'down'}>{t(`side.${position.side}`)}</span>
        </>
      ),
    },
    { key: 'label', label: t('column.label'), cell: ({ label }) => t(`label.${label}`) },
    {
      key: 'quantity',
      label: t('column.quantity'),
      number: true,
      cell: (position) => <HeldQuantity of={position} />,
    },
    { key: 'entry', label: t('column.entry'), number: true, cell: ({ entryPrice }) => price(entryPrice) },
    { key: 'close', label: t('column.closePrice'), number: true, cell: ({ closePrice }) => price(closePrice) },
    { key: 'realised', label: t('column.realised'), number: true, cell: ({ realisedPnl }) => amount(realisedPnl, 2) },
    { key: 'fees', label: t('column.fees'), number: true, cell: ({ fees }) => format.amount(fees, 4) },
    { key: 'funding', label: t('column.funding'), number: true, cell: ({ funding }) => format.amount(funding, 4) },
    { key: 'profit', label: t('column.profit'), number: true, cell: ({ profit }) => amount(profit, 2) },
    { key: 'opened', label: t('column.openedAt'), cell: ({ openedAt }) => format.shortDateTime(openedAt) },
    { key: 'closed', label: t('column.closedAt'), cell: ({ closedAt }) => format.shortDateTime(closedAt) },
  ];
}
