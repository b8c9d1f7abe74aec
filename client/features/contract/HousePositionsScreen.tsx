import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { HousePositionsView, HousePositionView } from '../../../contracts/house-position.calls';
import { toAmount } from '../../../shared/money';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { CopyText } from '../../ui/CopyText';
import { Amount } from '../../ui/numbers';
import { PagedTable, type PagedColumn } from '../../ui/PagedTable';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { useHousePositions } from './use-insurance-fund';
import styles from './InsuranceFund.module.css';

/** `/housePositions`: what the agents hold who are on the other side of users in contracts, and what they made of it. */
export default function HousePositionsScreen() {
  const { t } = useTranslation(['contract', 'common']);
  const query = useHousePositions();
  const items = query.data?.contracts ?? [];
  const paged = {
    ...query,
    data: query.data && { pages: [{ items, nextCursor: null }] },
    hasNextPage: false,
    isFetchingNextPage: false,
    fetchNextPage: () => undefined,
  };
  return (
    <div className={styles.wide}>
      <h1>{t('common:screen.housePositions')}</h1>
      <p className={styles.lead}>
        {t('house.lead')} {t('house.equal')}{' '}
        <Link to={pathOf('insuranceFund')}>{t('common:screen.insuranceFund')}</Link>
      </p>
      <Loadable query={query} skeleton={<Skeleton rows={4} height={30} />}>
        {(view) => <Totals view={view} />}
      </Loadable>
      <section className={styles.card} aria-labelledby="house-contracts">
        <h2 id="house-contracts">{t('house.list')}</h2>
        <div className={styles.scroll}>
          <PagedTable
            query={paged}
            columns={useColumns()}
            rowKey={({ symbol }) => symbol}
            skeleton={<Skeleton rows={5} height={26} />}
            empty={<Empty text={t('house.none')} />}
          />
        </div>
        <p className={styles.note}>{t('house.over')}</p>
      </section>
    </div>
  );
}

function Totals({ view: { realm, totals, ledger, proof } }: { view: HousePositionsView }) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const figures = [
    ['notional', totals.notional],
    ['unrealisedPnl', totals.unrealisedPnl],
    ['realisedPnl', totals.realisedPnl],
    ['funding', totals.funding],
    ['shortfall', totals.shortfall],
    ['fees', totals.fees],
    ['clearing', ledger.clearing],
    ['agents', ledger.agents],
  ] as const;
  const unsigned = ['notional', 'shortfall', 'fees'];
  return (
    <section className={styles.card} aria-label={t('house.totals')}>
      <dl className={styles.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`house.${name}`)}</dt>
            <dd data-testid={`house-${name}`}>
              <Amount value={value} decimals={2} unit="USDT" signed={!unsigned.includes(name)} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        {t(`house.realm.${realm}`)} {t('house.noMargin')}
      </p>
      <p className={styles.note}>
        {t('house.proof', { position: format.count(proof.position) })}{' '}
        <CopyText value={proof.hash} label={t('house.hash')} />
      </p>
    </section>
  );
}

function useColumns(): PagedColumn<HousePositionView>[] {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const money = (value: string | null, signed = true) =>
    value === null ? '–' : <Amount value={value} decimals={2} signed={signed} />;
  return [
    {
      key: 'symbol',
      label: t('house.column.contract'),
      cell: ({ symbol }) => <Link to={`${pathOf('contracts')}?symbol=${encodeURIComponent(symbol)}`}>{symbol}</Link>,
    },
    {
      key: 'users',
      label: t('house.column.users'),
      number: true,
      cell: ({ long, short }) => (
        <>
          <span className="up">{format.compact(long.users)}</span> /{' '}
          <span className="down">{format.compact(short.users)}</span>
        </>
      ),
    },
    { key: 'agents', label: t('house.column.agents'), number: true, cell: (row) => <Agents row={row} /> },
    {
      key: 'limit',
      label: t('house.column.limit'),
      number: true,
      cell: ({ openInterestMax }) => (openInterestMax === null ? '–' : format.compact(openInterestMax)),
    },
    {
      key: 'mark',
      label: t('column.mark'),
      number: true,
      cell: ({ markPrice }) => (markPrice === null ? '–' : format.amount(markPrice, 8, 2)),
    },
    {
      key: 'notional',
      label: t('house.column.notional'),
      number: true,
      cell: ({ notional }) => money(notional, false),
    },
    { key: 'pnl', label: t('column.pnl'), number: true, cell: ({ unrealisedPnl }) => money(unrealisedPnl) },
    { key: 'realised', label: t('column.realised'), number: true, cell: ({ realisedPnl }) => money(realisedPnl) },
    { key: 'funding', label: t('house.column.funding'), number: true, cell: ({ funding }) => money(funding) },
  ];
}

/** Which side they are on, and with how much. */
function Agents({ row: { long, short } }: { row: HousePositionView }) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const side = toAmount(long.agents) > 0n ? 'long' : 'short';
  const quantity = side === 'long' ? long.agents : short.agents;
  if (toAmount(quantity) === 0n) return format.compact(quantity);
  return (
    <>
      <span className={side === 'long' ? 'up' : 'down'}>{t(`side.${side}`)}</span> {format.compact(quantity)}
    </>
  );
}
