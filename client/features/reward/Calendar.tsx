import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setSignInZone, signIn } from '../../../contracts/reward.calls';
import type { RewardsView } from '../../../contracts/reward.contract';
import { api } from '../../lib/api';
import { cx } from '../../lib/cx';
import { timeZoneHere } from '../../lib/device';
import { useFormat } from '../../lib/format';
import { useOnce } from '../../lib/use-once';
import { Button } from '../../ui/Button';
import { SelectField } from '../../ui/fields';
import { Icon } from '../../ui/icons';
import { useUtcDay } from '../../lib/use-utc-day';
import { useSend } from './use-reward';
import styles from './Reward.module.css';

interface Props {
  rewards: RewardsView;
}

/** Seven days, signed or not, and the one button of the day. */
export function Calendar({ rewards }: Props) {
  const { t } = useTranslation('reward');
  const { timeZone } = rewards;
  return (
    <section className={styles.card} aria-labelledby="reward-calendar">
      <h2 id="reward-calendar">{t('calendar.title')}</h2>
      <Days rewards={rewards} />
      {timeZone === null ? <ZoneForm rewards={rewards} /> : <Today rewards={rewards} />}
    </section>
  );
}

function Days({ rewards: { calendar, signedToday } }: Props) {
  const { t } = useTranslation('reward');
  const day = useUtcDay();
  const next = signedToday ? -1 : calendar.findIndex(({ signed }) => !signed);
  return (
    <ol className={styles.days}>
      {calendar.map((one, n) => (
        <li key={one.day} className={cx(styles.day, one.signed && styles.signed, n === next && styles.next)}>
          <span>{t('calendar.day', { day: one.day })}</span>
          <b>+{one.points}</b>
          {one.signed ? (
            <small>
              <Icon name="check" size={14} />
              <span className={'hidden-visually'}>{t('calendar.signed')}</span>
              {one.date !== null && day(one.date)}
            </small>
          ) : (
            <small>{n === next ? t('calendar.today') : '–'}</small>
          )}
        </li>
      ))}
    </ol>
  );
}

function Today({ rewards }: Props) {
  const { t } = useTranslation('reward');
  const format = useFormat();
  const once = useOnce();
  const [busy, send] = useSend();
  const [changing, setChanging] = useState(false);
  const { signedToday, nextAt, timeZone, today, zoneChangeableAt } = rewards;
  const sign = () => send(() => once(`sign-in ${today}`, (requestToken) => api.call(signIn, { requestToken })));
  return (
    <>
      {signedToday ? (
        <p role="status">{nextAt !== null && t('calendar.done', { at: format.dateTime(nextAt) })}</p>
      ) : (
        <div>
          <Button busy={busy} onClick={() => void sign()}>
            {t('calendar.sign')}
          </Button>
        </div>
      )}
      <p className={styles.note}>
        {t('zone.yours', { zone: wordsOf(timeZone ?? '') })}{' '}
        {zoneChangeableAt === null ? (
          <button type="button" className={styles.change} onClick={() => setChanging(!changing)}>
            {t('zone.change')}
          </button>
        ) : (
          t('zone.from', { at: format.dateTime(zoneChangeableAt) })
        )}
      </p>
      {changing && zoneChangeableAt === null && <ZoneForm rewards={rewards} onDone={() => setChanging(false)} />}
    </>
  );
}

const wordsOf = (zone: string): string => zone.replaceAll('_', ' ');

/** What the time zone does is said before it is set, for it stands a while. */
function ZoneForm({ rewards, onDone }: Props & { onDone?: () => void }) {
  const { t } = useTranslation('reward');
  const [zone, setZone] = useState(rewards.timeZone ?? timeZoneHere());
  const [busy, send] = useSend();
  const known = Intl.supportedValuesOf('timeZone');
  const zones = known.includes(zone) ? known : [zone, ...known];
  const submit = async () => {
    if (await send(() => api.call(setSignInZone, { timeZone: zone }))) onDone?.();
  };
  return (
    <form
      className={styles.zone}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <SelectField
        label={t('zone.label')}
        hint={t('zone.hint', { count: rewards.rules.zoneDays })}
        name="timeZone"
        value={zone}
        onChange={setZone}
        options={zones.map((each) => ({ value: each, label: wordsOf(each) }))}
      />
      <Button type="submit" kind="plain" busy={busy}>
        {t('zone.set')}
      </Button>
    </form>
  );
}
