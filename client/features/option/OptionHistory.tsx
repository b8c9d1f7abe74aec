import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OptionView } from '../../../contracts/option.contract';
import type { Filters } from '../../lib/filters';
import { useFormat } from '../../lib/format';
import { useInstruments } from '../../market/instruments';
import { Amount } from '../../ui/numbers';
import { PagedTable, type PagedColumn } from '../../ui/PagedTable';
import { Empty, Skeleton } from '../../ui/states';
import { OptionName } from './OptionName';
import { OptionStatus } from './OptionStatus';
import { useOptionHistory } from './use-options';
import styles from './Option.module.css';

const OptionDetail = lazy(() => import('./OptionDetail'));

/** Options that are over, newest first; each leads to its proof. */
export function OptionHistory({ filters }: { filters: Filters }) {
  const { t } = useTranslation('option');
  const [opened, open] = useState<string | null>(null);
  const narrowed = Object.values(filters).some((value) => value !== '');
  return (
    <>
      <PagedTable
        query={useOptionHistory(filters)}
        columns={useColumns(open)}
        rowKey={({ optionId }) => optionId}
        skeleton={<Skeleton rows={5} height={26} />}
        empty={<Empty text={t(narrowed ? 'history.noMatch' : 'history.none')} />}
      />
      {opened !== null && (
        <Suspense fallback={null}>
          <OptionDetail optionId={opened} onClose={() => open(null)} />
        </Suspense>
      )}
    </>
  );
}

function useColumns(open: (optionId: string) => void): PagedColumn<OptionView>[] {
  const { t } = useTranslation('option');
  const format = useFormat();
  const instruments = useInstruments().data;
  const price = (text: string | null, symbol: string) => {
    const decimals = instruments?.find((each) => each.symbol === symbol)?.priceDecimals ?? 2;
    return text === null ? '–' : format.amount(text, decimals + 4, decimals);
  };
  return [
    {
      key: 'option',
      label: t('column.option'),
      cell: (option) => (
        <button type="button" className={styles.open} onClick={() => open(option.optionId)}>
          <OptionName option={option} />
          <span className="hidden-visually">{t('detail.title')}</span>
        </button>
      ),
    },
    { key: 'status', label: t('column.status'), cell: (option) => <OptionStatus option={option} /> },
    {
      key: 'stake',
      label: t('column.stake'),
      number: true,
      cell: ({ stake }) => <Amount value={stake} decimals={2} />,
    },
    {
      key: 'entry',
      label: t('column.entry'),
      number: true,
      cell: ({ entryPrice, symbol }) => price(entryPrice, symbol),
    },
    {
      key: 'settlement',
      label: t('column.settlement'),
      number: true,
      cell: ({ settlementPrice, symbol }) => price(settlementPrice, symbol),
    },
    { key: 'fee', label: t('column.fee'), number: true, cell: ({ fee }) => <Amount value={fee} decimals={4} /> },
    {
      key: 'profit',
      label: t('column.profit'),
      number: true,
      cell: ({ profit }) => (profit === null ? '–' : <Amount value={profit} decimals={2} signed />),
    },
    {
      key: 'settled',
      label: t('column.settledAt'),
      cell: ({ settledAt, settlesAt, boughtAt }) => format.shortDateTime(settledAt ?? settlesAt ?? boughtAt),
    },
  ];
}
