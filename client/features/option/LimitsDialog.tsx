import { useTranslation } from 'react-i18next';
import { STAKE_DECIMALS, type OptionStanding } from '../../../contracts/option.contract';
import { useFormat } from '../../lib/format';
import { serverNow } from '../../lib/server-clock';
import { Button } from '../../ui/Button';
import { DecimalInput } from '../../ui/DecimalInput';
import { Form } from '../../ui/Form';
import { SelectField } from '../../ui/fields';
import ModalPanel from '../../ui/ModalPanel';
import { useForm } from '../../ui/use-form';
import { hasStake } from './option-form';
import styles from './Option.module.css';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const PAUSE_DAYS = ['1', '7', '30', '180', '365'] as const;

interface LimitsDialogProps {
  own: Pick<OptionStanding, 'lossLimit' | 'pause'>;
  /** What the limit is called: by the day or by the month. */
  lossTitle: string;
  setLimit: (body: { limit: string; requestToken?: string }) => Promise<unknown>;
  setPause: (body: { until: string; requestToken?: string }) => Promise<unknown>;
  onClose: () => void;
}

/** The own loss limit and the own pause of a product: stricter at once, looser after a day to think. */
export default function LimitsDialog({ onClose, ...props }: LimitsDialogProps) {
  const { t } = useTranslation('option');
  return (
    <ModalPanel title={t('own.set')} onClose={onClose}>
      <div className={styles.detail}>
        <p className={styles.note}>{t('own.when')}</p>
        <LossLimit {...props} />
        <Pause {...props} />
      </div>
    </ModalPanel>
  );
}

type PartProps = Omit<LimitsDialogProps, 'onClose'>;

function LossLimit({ own: { lossLimit }, lossTitle, setLimit }: PartProps) {
  const { t } = useTranslation(['option', 'refusal']);
  const format = useFormat();
  const form = useForm({
    initial: { limit: '' },
    check: ({ limit }) => (hasStake({ stake: limit }) ? {} : { limit: t('refusal:asset.amount-zero') }),
    send: async ({ limit }, requestToken) => {
      await setLimit({ limit, requestToken });
      form.set({ limit: '' });
    },
  });
  const { limit, pending } = lossLimit;
  const end = () => form.checkAndSend({}, () => setLimit({ limit: 'none' }));
  return (
    <section className={styles.limit}>
      <h3>{lossTitle}</h3>
      <p>{limit === null ? t('own.noLimit') : `${format.amount(limit, 2, 2)} USDT`}</p>
      {pending !== null && (
        <p className={styles.note}>
          {pending.limit === null
            ? t('own.limitEnds', { from: format.dateTime(pending.from) })
            : t('own.limitTo', { limit: format.amount(pending.limit, 2, 2), from: format.dateTime(pending.from) })}
        </p>
      )}
      <Form
        handle={form}
        label={lossTitle}
        actions={
          <div className={styles.actions}>
            <Button type="submit" busy={form.busy}>
              {t('own.save')}
            </Button>
            {limit !== null && (
              <Button kind="quiet" onClick={() => void end()}>
                {t('own.endLimit')}
              </Button>
            )}
          </div>
        }
      >
        <DecimalInput
          {...form.field('limit')}
          label={t('own.newLimit')}
          unit="USDT"
          decimals={STAKE_DECIMALS}
          step="10"
        />
      </Form>
    </section>
  );
}

function Pause({ own: { pause }, setPause }: PartProps) {
  const { t } = useTranslation('option');
  const format = useFormat();
  const form = useForm({
    initial: { until: '' },
    check: ({ until }) => (until === '' ? { until: t('own.choosePause') } : {}),
    send: async ({ until }, requestToken) => {
      // A little less than the longest pause, since the server's clock goes on until it reads this.
      const at = Math.round(serverNow() + Number(until) * DAY_MS - MINUTE_MS);
      await setPause({ until: `${at}`, requestToken });
      form.set({ until: '' });
    },
  });
  const { until, pending } = pause;
  const end = () => form.checkAndSend({}, () => setPause({ until: 'none' }));
  return (
    <section className={styles.limit}>
      <h3>{t('own.pause')}</h3>
      <p>{until === null ? t('own.noPause') : t('own.paused', { until: format.dateTime(until) })}</p>
      {pending !== null && <p className={styles.note}>{t('own.pauseEnds', { from: format.dateTime(pending.from) })}</p>}
      <Form
        handle={form}
        label={t('own.pause')}
        actions={
          <div className={styles.actions}>
            <Button type="submit" busy={form.busy}>
              {t('own.pauseNow')}
            </Button>
            {until !== null && (
              <Button kind="quiet" onClick={() => void end()}>
                {t('own.endPause')}
              </Button>
            )}
          </div>
        }
      >
        <SelectField
          {...form.field('until')}
          label={t('own.pauseFor')}
          options={PAUSE_DAYS.map((days) => ({ value: days, label: t('own.days', { count: Number(days) }) }))}
        />
      </Form>
    </section>
  );
}
