import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { InsuranceEventView, InsuranceFundView } from '../../../contracts/insurance.calls';
import { format as textOf, toAmount } from '../../../shared/money';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { useInstrument } from '../../market/instruments';
import { Amount } from '../../ui/numbers';
import { PagedTable, type PagedColumn } from '../../ui/PagedTable';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { useFundHistory } from './use-insurance-fund';
import styles from './InsuranceFund.module.css';

/** `/insuranceFund`: what the insurance fund of contracts has, and all that ever moved it. */
export default function InsuranceFundScreen() {
  const { t } = useTranslation(['contract', 'common']);
  const history = useFundHistory();
  return (
    <div className={styles.page}>
      <h1>{t('common:screen.insuranceFund')}</h1>
      <p className={styles.lead}>
        {t('fund.lead')} <Link to="/helpDetail?slug=how-contracts-work">{t('fund.how')}</Link>{' '}
        <Link to={pathOf('housePositions')}>{t('common:screen.housePositions')}</Link>
      </p>
      <Loadable query={{ ...history, data: history.data?.pages[0] }} skeleton={<Skeleton rows={4} height={30} />}>
        {(fund) => <Figures fund={fund} />}
      </Loadable>
      <section className={styles.card} aria-labelledby="fund-history">
        <h2 id="fund-history">{t('fund.history')}</h2>
        <PagedTable
          query={history}
          columns={useColumns()}
          rowKey={({ at, balance }) => `${at} ${balance}`}
          skeleton={<Skeleton rows={5} height={26} />}
          empty={<Empty text={t('fund.none')} />}
        />
      </section>
    </div>
  );
}

function Figures({ fund }: { fund: InsuranceFundView }) {
  const { t } = useTranslation(['contract', 'policy']);
  const result = textOf(toAmount(fund.balance) - toAmount(fund.granted));
  return (
    <section className={styles.card} aria-label={t('fund.balance')}>
      <dl className={styles.figures}>
        {(['balance', 'opening', 'result', 'eventMax'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`fund.${name}`)}</dt>
            <dd data-testid={`fund-${name}`}>
              {name === 'result' ? (
                <Amount value={result} decimals={2} unit="USDT" signed />
              ) : (
                <Amount value={fund[name]} decimals={2} unit="USDT" />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        {t(`fund.realm.${fund.realm}`)}{' '}
        {t('fund.policy', { name: t('policy:name.contract.insurance'), version: fund.policy.version })}
      </p>
    </section>
  );
}

function Quantity({ of: { symbol, quantity } }: { of: NonNullable<InsuranceEventView['liquidation']> }) {
  const format = useFormat();
  const instrument = useInstrument(symbol);
  return <>{quantity === null ? '–' : `${format.amount(quantity, 8)} ${instrument?.base ?? ''}`}</>;
}

function useColumns(): PagedColumn<InsuranceEventView>[] {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const price = (text: string | undefined) => (text === undefined ? '–' : format.amount(text, 8, 2));
  return [
    { key: 'at', label: t('fund.column.at'), cell: ({ at }) => format.dateTime(at) },
    {
      key: 'what',
      label: t('fund.column.what'),
      cell: ({ liquidation }) =>
        liquidation === null ? (
          t('fund.grant')
        ) : (
          <>
            {liquidation.symbol}{' '}
            <span className={liquidation.side === 'long' ? 'up' : 'down'}>{t(`side.${liquidation.side}`)}</span>
          </>
        ),
    },
    {
      key: 'quantity',
      label: t('column.quantity'),
      number: true,
      cell: ({ liquidation }) => (liquidation === null ? '–' : <Quantity of={liquidation} />),
    },
    {
      key: 'price',
      label: t('column.bankruptcy'),
      number: true,
      cell: ({ liquidation }) => price(liquidation?.price),
    },
    { key: 'mark', label: t('column.mark'), number: true, cell: ({ liquidation }) => price(liquidation?.markPrice) },
    {
      key: 'amount',
      label: t('fund.column.amount'),
      number: true,
      cell: ({ amount }) => <Amount value={amount} decimals={2} signed />,
    },
    {
      key: 'balance',
      label: t('fund.column.balance'),
      number: true,
      cell: ({ balance }) => <Amount value={balance} decimals={2} />,
    },
  ];
}
