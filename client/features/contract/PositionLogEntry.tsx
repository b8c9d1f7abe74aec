import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PositionEventsView, PositionEventView } from '../../../contracts/contract.position.contract';
import { underlyingOf } from '../../../shared/contract-symbol';
import { useFormat } from '../../lib/format';
import { OrderLink } from '../../orders/OrderLink';
import { FactList } from '../../ui/FactList';
import { Icon } from '../../ui/icons';
import { Amount } from '../../ui/numbers';
import { checksOf, effectOf, entryOf, readsAs, type Figure, type FigureName } from './position-log';
import styles from './PositionLog.module.css';

interface EntryProps {
  event: PositionEventView;
  /** The page that it is from. */
  of: Pick<PositionEventsView, 'symbol' | 'side' | 'lotSize'>;
}

/** One event of a position. Its figures open on demand, with what the browser computes from them. */
export function PositionLogEntry({ event, of }: EntryProps) {
  const { t } = useTranslation(['contract', 'order']);
  const format = useFormat();
  const effect = effectOf(event);
  return (
    <li>
      <div className={styles.when}>
        <b>{t(titleOf(event))}</b>
        <time>{format.dateTime(event.at)}</time>
      </div>
      <p className={styles.line}>
        <Line event={event} symbol={of.symbol} />
        {effect !== null && <Amount value={effect} decimals={8} unit="USDT" signed />}
      </p>
      <details>
        <summary>
          {t('log.figures')}
          <span className="hidden-visually">
            {' '}
            {t(titleOf(event))} {format.dateTime(event.at)}
          </span>
        </summary>
        <Figures event={event} of={of} />
        <small>{t('order:detail.event', { position: format.count(event.position) })}</small>
        <code>{event.hash}</code>
      </details>
    </li>
  );
}

function titleOf(event: PositionEventView) {
  switch (event.kind) {
    case 'funded':
    case 'dividend':
      return `log.kind.${event.kind}.${event.paid.startsWith('-') ? 'received' : 'paid'}` as const;
    case 'margin':
      return `log.kind.margin.${event.amount.startsWith('-') ? 'removed' : 'added'}` as const;
    case 'liquidation':
      return event.gap === null ? (`log.kind.liquidation.${event.step}` as const) : 'log.kind.gap-reduced';
    default:
      return `log.kind.${event.kind}` as const;
  }
}

/** What it is about, in a line. */
function Line({ event, symbol }: { event: PositionEventView; symbol: string }) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const fill = ({ quantity, price }: { quantity: string; price: string }) =>
    `${format.amount(quantity, 8)} @ ${format.amount(price, 8, 2)}`;
  switch (event.kind) {
    case 'opened':
    case 'increased':
      return <OrderLink order={{ symbol, orderId: event.orderId }}>{fill(event)}</OrderLink>;
    case 'reduced':
    case 'closed':
      return (
        <>
          {event.orderId === null ? (
            fill(event)
          ) : (
            <OrderLink order={{ symbol, orderId: event.orderId }}>{fill(event)}</OrderLink>
          )}
          <span>{`${t(`log.cause.${event.cause}`)} · ${t('log.field.realised')}`}</span>
        </>
      );
    case 'deleveraged':
      return fill(event);
    case 'leverage':
      return `${format.count(event.leverage)}x`;
    case 'margin':
      return <Amount value={event.amount} decimals={8} unit="USDT" signed />;
    case 'split':
      return `${format.amount(event.quantityBefore, 8)} → ${format.amount(event.quantity, 8)}`;
    case 'warned':
      return `${t('log.field.risk')} ${format.share(event.riskRate, 2)}`;
    case 'gap-warned':
    case 'brackets-warned':
    case 'liquidation':
      return `${t('log.field.mark')} ${format.amount(event.markPrice, 8, 2)}`;
    default:
      return null;
  }
}

function Figures({ event, of }: EntryProps) {
  const { t } = useTranslation('contract');
  const { figures, formulas } = entryOf(event, of.side);
  const checks = checksOf(event, of);
  const value = useFigure();
  const rows = figures.map((figure) => {
    const [name] = figure;
    const isAlike = checks.get(name);
    const shown = (
      <>
        {value(figure)}
        {isAlike !== undefined && <Checked isAlike={isAlike} />}
      </>
    );
    return [t(`log.field.${name}`), shown] as const;
  });
  const words = (formula: string) => formula.replace(/\{(\w+)\}/g, (_, name: FigureName) => t(`log.field.${name}`));
  return (
    <>
      <FactList className={styles.figures} rows={rows} />
      {event.kind === 'funded' && <Fundings event={event} symbol={of.symbol} />}
      {formulas.length > 0 && (
        <ul className={styles.formulas} aria-label={t('log.formulas')}>
          {formulas.map((formula) => (
            <li key={formula}>{words(formula)}</li>
          ))}
        </ul>
      )}
      {event.kind === 'deleveraged' && <p>{t('adl.score')}</p>}
      {epochsOf(event).map((epoch) => (
        <p key={epoch}>
          <EpochLink symbol={of.symbol} epoch={epoch} />
        </p>
      ))}
    </>
  );
}

/** Whether the browser's own figure is that of the server. */
function Checked({ isAlike }: { isAlike: boolean }) {
  const { t } = useTranslation('contract');
  const text = t(isAlike ? 'log.alike' : 'log.unlike');
  return (
    <span className={isAlike ? 'up' : 'down'} title={text} data-check={isAlike ? 'alike' : 'unlike'}>
      {' '}
      <Icon name={isAlike ? 'check' : 'warning'} size={13} />
      <span className="hidden-visually">{text}</span>
    </span>
  );
}

/** Each figure to its last digit. */
function useFigure(): (figure: Figure) => ReactNode {
  const format = useFormat();
  return ([name, value]) => {
    const text = String(value);
    switch (readsAs(name)) {
      case 'amount':
        return format.amount(text, 18);
      case 'share':
        return format.share(text);
      case 'count':
        return format.count(Number(value));
      case 'instant':
        return format.dateTime(Number(value));
      case 'beat':
        return `${format.dateTime(Number(value))}.${String(Number(value) % 1_000).padStart(3, '0')}`;
      case 'text':
        return text;
    }
  };
}

function Fundings({ event, symbol }: { event: Extract<PositionEventView, { kind: 'funded' }>; symbol: string }) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  return (
    <ul className={styles.fundings}>
      {event.fundings.map(({ dueAt, rate, markPrice, charge, epoch }) => (
        <li key={dueAt}>
          {format.dateTime(dueAt)} · {t('log.field.rate')} {format.share(rate)} × {t('log.field.mark')}{' '}
          {format.amount(markPrice, 18)} = {format.amount(charge, 18)} · <EpochLink symbol={symbol} epoch={epoch} />
        </li>
      ))}
    </ul>
  );
}

/** The epochs whose seeds give the prices of an event; a funding names its own. */
function epochsOf(event: PositionEventView): readonly number[] {
  if ('beatAt' in event) return [event.epoch];
  return 'settlement' in event ? (event.settlement?.epochs ?? []) : [];
}

function EpochLink({ symbol, epoch }: { symbol: string; epoch: number }) {
  const { t } = useTranslation('contract');
  return (
    <Link className={styles.link} to={`/market?symbol=${underlyingOf(symbol)}&epoch=${epoch}#proof`}>
      {t('log.epoch', { epoch })}
    </Link>
  );
}
