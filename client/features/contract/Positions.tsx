import { Suspense, lazy, useState, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractsView, PositionProtectionView, PositionView } from '../../../contracts/contract.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import { toAmount } from '../../../shared/money';
import { underlyingOf } from '../../../shared/contract-symbol';
import { cx } from '../../lib/cx';
import { useFormat, type Formatter } from '../../lib/format';
import { usePublishedPolicy } from '../../lib/published-policy';
import { useInstrument } from '../../market/instruments';
import { useLevelText } from '../../orders/level-text';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { Amount } from '../../ui/numbers';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { Deleveraging } from './Deleveraging';
import { PositionGaps } from './GapNote';
import { PositionLink } from './PositionLink';
import { riskTone } from './margin-preview';
import { useContracts, usePositions } from './use-contracts';
import table from '../../ui/PagedTable.module.css';
import styles from './Contract.module.css';

const MarginDialog = lazy(() => import('./MarginDialog'));
const ProtectionDialog = lazy(() => import('./ProtectionDialog'));
const CloseDialog = lazy(() => import('./CloseDialog'));
const ReverseDialog = lazy(() => import('./ReverseDialog'));
const RollDialog = lazy(() => import('./RollDialog'));

const COLUMNS = [
  'position',
  'quantity',
  'entry',
  'mark',
  'liquidation',
  'margin',
  'risk',
  'pnl',
  'realised',
  'action',
] as const;
const NUMBERS: readonly string[] = COLUMNS.slice(1);

/** Open positions at the mark price of now, and what can be done with each. A table on desktops, cards on phones. */
export function Positions({ symbol }: { symbol: string | undefined }) {
  const { t } = useTranslation('contract');
  const query = usePositions();
  const shown = query.data?.positions.filter((each) => symbol === undefined || each.symbol === symbol);
  return (
    <Loadable
      query={{ ...query, data: shown }}
      skeleton={<Skeleton rows={3} height={44} />}
      isEmpty={(positions) => positions.length === 0}
      empty={<Empty text={t('positions.none')} />}
    >
      {(positions) => (
        <>
          <PositionGaps positions={positions} />
          <table role="table" className={cx(table.table, table.dense, styles.positions)} data-testid="positions">
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col" className={NUMBERS.includes(column) ? table.number : undefined}>
                    {t(`column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {positions.map((position) => (
                <Row key={`${position.symbol} ${position.side}`} position={position} />
              ))}
            </tbody>
          </table>
          <p className={styles.estimate}>{t('positions.estimate')}</p>
        </>
      )}
    </Loadable>
  );
}

function Row({ position }: { position: PositionView }) {
  const { t } = useTranslation('contract');
  const instrument = useInstrument(position.symbol);
  const view = useContracts(underlyingOf(position.symbol)).data;
  const { symbol, side, leverage, label } = position;
  const format = useFormat();
  const cells = useCells(position, instrument);
  return (
    <tr role="row" data-position={`${symbol} ${side}`}>
      <th role="rowheader" scope="row">
        <PositionLink position={position} />
        <small>
          <span className={side === 'long' ? 'up' : 'down'}>{t(`side.${side}`)}</span> {format.count(leverage)}x ·{' '}
          {label === 'closing' ? t('label.closing') : t('cell.bracket', { bracket: format.count(position.bracket) })}
        </small>
        <small>{t('cell.opened', { at: format.shortDateTime(position.openedAt) })}</small>
      </th>
      {cells.map(({ column, main, small }) => (
        <td key={column} role="cell" className={table.number} data-label={t(`column.${column}`)}>
          <span>
            {main}
            {small !== undefined && <small>{small}</small>}
          </span>
        </td>
      ))}
      <td role="cell" className={table.number}>
        <RowActions position={position} view={view} instrument={instrument} />
      </td>
    </tr>
  );
}

interface Cell {
  column: Exclude<(typeof COLUMNS)[number], 'position' | 'action'>;
  main: ReactNode;
  small?: ReactNode;
}

function useCells(position: PositionView, instrument: InstrumentView | undefined): Cell[] {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const decimals = instrument?.priceDecimals ?? 2;
  const price = (text: string | null) => (text === null ? t('summary.never') : format.decimal(text, decimals));
  const usdt = (text: string) => format.amount(text, 2, 2);
  const { entryPrice, markPrice, breakEvenPrice, liquidationPrice, bankruptcyPrice, quantity, notional } = position;
  const { margin, marginBalance, maintenanceMargin, unrealisedPnl, returnOnEquity } = position;
  return [
    {
      column: 'quantity',
      main: `${format.amount(quantity, 8)} ${instrument?.base ?? ''}`,
      small: `≈ ${usdt(notional)} USDT`,
    },
    {
      column: 'entry',
      main: format.amount(entryPrice, decimals + 4, decimals),
      small: t('cell.breakEven', { price: price(breakEvenPrice) }),
    },
    { column: 'mark', main: price(markPrice) },
    {
      column: 'liquidation',
      main: <b data-testid="liquidation-price">{price(liquidationPrice)}</b>,
      small: (
        <>
          <span>{t('cell.bankruptcy', { price: price(bankruptcyPrice) })}</span>
          {position.protection && <Protection pair={position.protection} decimals={decimals} />}
        </>
      ),
    },
    { column: 'margin', main: usdt(margin), small: t('cell.balance', { amount: usdt(marginBalance) }) },
    {
      column: 'risk',
      main: <Risk rate={position.riskRate} />,
      small: (
        <>
          <span>{t('cell.maintenance', { amount: usdt(maintenanceMargin) })}</span>
          <Deleveraging position={position} />
        </>
      ),
    },
    {
      column: 'pnl',
      main: <Amount value={unrealisedPnl} decimals={2} signed />,
      small: t('cell.roe', { share: format.share(returnOnEquity, 2) }),
    },
    {
      column: 'realised',
      main: <Amount value={position.realisedPnl} decimals={2} signed />,
      small: paid(position, t, format),
    },
  ];
}

/** The prices at which a pair closes all of it. */
function Protection({ pair: { takeProfit, stopLoss }, decimals }: { pair: PositionProtectionView; decimals: number }) {
  const levelText = useLevelText(decimals);
  return (
    <>
      {takeProfit && <span>{levelText({ share: 100, takeProfit, stopLoss: null })}</span>}
      {stopLoss && <span>{levelText({ share: 100, takeProfit: null, stopLoss })}</span>}
    </>
  );
}

/** Fees and funding so far; what is owed of funding comes with the next change of the position. */
function paid(
  { fees, funding, fundingOwed }: PositionView,
  t: ReturnType<typeof useTranslation<'contract'>>['t'],
  format: Formatter,
): ReactNode {
  const all = [
    t('cell.fees', { amount: format.amount(fees, 4) }),
    t('cell.funding', { amount: format.amount(funding, 4) }),
    ...(toAmount(fundingOwed) === 0n ? [] : [t('cell.owed', { amount: format.amount(fundingOwed, 4) })]),
  ];
  return all.map((text) => <span key={text}>{text}</span>);
}

/** How close a position is to liquidation: a bar and the share, with a warning from where the policy says. */
function Risk({ rate }: { rate: string | null }) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const warningAt = usePublishedPolicy('contract.rules').data?.values['warningAt'];
  const tone = riskTone(rate, toAmount(typeof warningAt === 'string' ? warningAt : '1'));
  const share = rate === null ? '>100%' : format.share(rate, 2);
  const filled = rate === null ? 100 : Math.min(100, Number(toAmount(rate) / 10n ** 16n));
  return (
    <span className={styles.risk} data-tone={tone}>
      <b>
        {tone !== 'calm' && <Icon name="warning" size={13} />}
        {share}
        {tone !== 'calm' && <span className="hidden-visually"> {t('risk.warning')}</span>}
      </b>
      <span className={styles.riskBar} style={{ '--done': `${filled}%` } as CSSProperties} aria-hidden="true" />
    </span>
  );
}

interface RowActionsProps {
  position: PositionView;
  view: ContractsView | undefined;
  instrument: InstrumentView | undefined;
}

function RowActions({ position, view, instrument }: RowActionsProps) {
  const { t } = useTranslation('contract');
  const [open, setOpen] = useState<'margin' | 'protection' | 'close' | 'reverse' | 'roll' | null>(null);
  const contract = view?.contracts.find(({ symbol }) => symbol === position.symbol);
  if (view === undefined || contract === undefined || instrument === undefined) return null;
  const { deliversAt } = contract;
  const isRolled = deliversAt !== null && view.contracts.some((other) => (other.deliversAt ?? 0) > deliversAt);
  const which = { symbol: position.symbol, side: t(`side.${position.side}`) };
  const props = { position, contract, instrument, onClose: () => setOpen(null) };
  return (
    <span className={styles.rowActions}>
      <Button kind="plain" size="s" aria-label={t('positions.marginOf', which)} onClick={() => setOpen('margin')}>
        {t('positions.margin')}
      </Button>
      <Button kind="plain" size="s" aria-label={t('positions.protectOf', which)} onClick={() => setOpen('protection')}>
        {t('positions.protect')}
      </Button>
      <Button kind="plain" size="s" aria-label={t('positions.closeOf', which)} onClick={() => setOpen('close')}>
        {t('positions.close')}
      </Button>
      <Button kind="plain" size="s" aria-label={t('positions.reverseOf', which)} onClick={() => setOpen('reverse')}>
        {t('positions.reverse')}
      </Button>
      {isRolled && (
        <Button kind="plain" size="s" aria-label={t('positions.rollOf', which)} onClick={() => setOpen('roll')}>
          {t('positions.roll')}
        </Button>
      )}
      {open !== null && (
        <Suspense fallback={null}>
          {open === 'margin' && <MarginDialog {...props} />}
          {open === 'protection' && <ProtectionDialog {...props} view={view} />}
          {open === 'close' && <CloseDialog {...props} view={view} />}
          {open === 'reverse' && <ReverseDialog {...props} view={view} />}
          {open === 'roll' && <RollDialog position={position} instrument={instrument} onClose={props.onClose} />}
        </Suspense>
      )}
    </span>
  );
}
