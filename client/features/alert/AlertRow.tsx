import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AlertView } from '../../../contracts/alert.contract';
import { useFormat } from '../../lib/format';
import { useInstrument } from '../../market/instruments';
import { useTicker } from '../../market/tickers';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { Change } from '../../ui/numbers';
import { openAlertDialog } from './alert-dialog';
import { distanceOf, pauseText } from './alert-form';
import { pairOf } from './InstrumentField';
import { useRemoval } from './removal';
import { isOpen } from './row-keys';
import { setPaused } from './use-alerts';
import styles from './Alert.module.css';

/** One alert: what it waits for, how far the price is, and what can be done with it. */
export function AlertRow({ alert, tabStop }: { alert: AlertView; tabStop: boolean }) {
  const { t } = useTranslation('alert');
  const { symbol, status, note, email, alertId } = alert;
  const instrument = useInstrument(symbol);
  const condition = useCondition(alert);
  const pair = instrument === undefined ? symbol : pairOf(instrument);
  return (
    <li
      className={styles.row}
      tabIndex={tabStop ? 0 : -1}
      data-status={status}
      data-alert={alertId}
      aria-label={`${pair}, ${condition}`}
    >
      <div className={styles.what}>
        <Link to={`/market?symbol=${encodeURIComponent(symbol)}`} className={styles.symbol}>
          {pair}
        </Link>
        <b>{condition}</b>
        {status === 'paused' && <span className={styles.paused}>{t('status.paused')}</span>}
        {email && (
          <span className={styles.mark} title={t('form.email')}>
            @<span className="hidden-visually">{t('form.email')}</span>
          </span>
        )}
      </div>
      <Distance alert={alert} />
      <When alert={alert} />
      {note !== null && <p className={styles.note}>{note}</p>}
      {isOpen(alert) && <Actions alert={alert} pair={pair} />}
    </li>
  );
}

/** “Rises to 100,000 USDT”. */
function useCondition({ kind, level, symbol }: AlertView): string {
  const { t } = useTranslation('alert');
  const format = useFormat();
  const instrument = useInstrument(symbol);
  const price = `${format.amount(level, 18, instrument?.priceDecimals ?? 0)} ${instrument?.quote ?? ''}`.trim();
  return t(`is.${kind}`, { level: kind === 'moves' ? format.amount(level, 2) : price });
}

function Distance({ alert }: { alert: AlertView }) {
  const { t } = useTranslation('alert');
  const format = useFormat();
  const instrument = useInstrument(alert.symbol);
  const last = useTicker(alert.symbol, 'last');
  const change = useTicker(alert.symbol, 'changePct');
  if (!isOpen(alert) || last === undefined) return <p className={styles.distance} />;
  const away = alert.kind === 'moves' ? change : distanceOf(alert.level, last);
  return (
    <p className={styles.distance}>
      <span>{t('form.last', { price: format.decimal(last, instrument?.priceDecimals ?? 2) })}</span>
      {away !== undefined && <Change value={away} />}
    </p>
  );
}

/** When it was told, when it ends or ended, and whether it goes on after that. */
function When({ alert }: { alert: AlertView }) {
  const { t } = useTranslation('alert');
  const format = useFormat();
  const { status, endsAt, reachedAt, reachedPrice, repeat, pauseMinutes, times } = alert;
  return (
    <p className={styles.when}>
      {reachedAt !== null && reachedPrice !== null && (
        <span>
          <Icon name="bell" size={14} />
          {t('reached', { price: format.amount(reachedPrice, 18), time: format.dateTime(reachedAt) })}
          {times > 1 && ` · ${t('times', { count: times })}`}
        </span>
      )}
      {repeat === 'each' && isOpen(alert) && <span>{t('each', { pause: pauseText(pauseMinutes, format.tag) })}</span>}
      {isOpen(alert) && <span>{t('ends', { day: format.day(endsAt) })}</span>}
      {status === 'ended' && <span>{t('ended')}</span>}
    </p>
  );
}

function Actions({ alert, pair }: { alert: AlertView; pair: string }) {
  const { t } = useTranslation('alert');
  const { alertId, symbol, status } = alert;
  const remove = useRemoval();
  const isPaused = status === 'paused';
  return (
    <div className={styles.actions}>
      <Button kind="quiet" size="s" onClick={() => openAlertDialog({ symbol, alert })}>
        {t('action.edit')}
        <span className="hidden-visually"> {pair}</span>
      </Button>
      <Button kind="quiet" size="s" onClick={() => void setPaused(alertId, !isPaused)}>
        {t(isPaused ? 'action.resume' : 'action.pause')}
        <span className="hidden-visually"> {pair}</span>
      </Button>
      <Button kind="quiet" size="s" onClick={() => void remove(alert)}>
        {t('action.remove')}
        <span className="hidden-visually"> {pair}</span>
      </Button>
    </div>
  );
}
