import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getCorporateActions } from '../../../contracts/corporate-action.calls';
import { ACTION_CLASSES, type ActionView } from '../../../contracts/corporate-action.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import { api } from '../../lib/api';
import { cx } from '../../lib/cx';
import { useFormat } from '../../lib/format';
import { marketKeys } from '../../market/keys';
import { useActionText } from './action-text';
import styles from '../market/InstrumentPage.module.css';

const MINUTE = 60_000;
const SHOWN = 8;

/** What was announced for a share or a fund: dividends, splits, delistings and days of earnings, the latest date first. */
export function CorporateActions({ instrument }: { instrument: InstrumentView }) {
  return ACTION_CLASSES.some((each) => each === instrument.class) ? <Announced instrument={instrument} /> : null;
}

function Announced({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('market');
  const { symbol } = instrument;
  const actions = useQuery({
    queryKey: marketKeys.actions(symbol),
    queryFn: () => api.call(getCorporateActions, { symbol }),
    refetchInterval: MINUTE,
  });
  const { data = [], isError } = actions;
  return (
    <section className={styles.card} aria-labelledby="corporate-actions">
      <h2 id="corporate-actions">{t('actions.title')}</h2>
      {isError && <p className={styles.small}>{t('actions.failed')}</p>}
      {actions.isSuccess && data.length === 0 && <p className={styles.small}>{t('actions.none')}</p>}
      <ul className={styles.times}>
        {data.slice(0, SHOWN).map((action) => (
          <Row key={action.actionId} action={action} quote={instrument.quote} />
        ))}
      </ul>
      {data.some(({ kind }) => kind === 'dividend') && <p className={styles.small}>{t('actions.how')}</p>}
      {data.some(({ kind }) => kind === 'split') && <p className={styles.small}>{t('actions.how-split')}</p>}
      {data.some(({ kind }) => kind === 'delisting') && <p className={styles.small}>{t('actions.how-delisting')}</p>}
    </section>
  );
}

function Row({ action, quote }: { action: ActionView; quote: string }) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const text = useActionText();
  const { kind, date, status } = action;
  const day = new Intl.DateTimeFormat(format.tag, { dateStyle: 'medium', timeZone: 'UTC' });
  const isShown = status === 'withdrawn' || kind !== 'earnings';
  const state = {
    dividend: t(`actions.status.${status}`),
    split: t(`actions.split-status.${status}`),
    delisting: t(`actions.delisting-status.${status}`),
    earnings: t(`actions.status.${status}`),
  }[kind];
  return (
    <li className={cx(status === 'withdrawn' && styles.withdrawn)}>
      <span>{day.format(new Date(`${date}T00:00Z`))}</span>
      <span>
        {text(action, quote)}
        {isShown && <small> · {state}</small>}
      </span>
    </li>
  );
}
