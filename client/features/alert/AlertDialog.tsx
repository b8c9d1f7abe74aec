import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeAlert, setAlert } from '../../../contracts/alert.calls';
import { ALERT_NOTE_MAX, type AlertLimitsView } from '../../../contracts/alert.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import { api, QUIET } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { useSession } from '../../lib/session';
import { useInstrument } from '../../market/instruments';
import { useTicker, useTickerFeed } from '../../market/tickers';
import { Button } from '../../ui/Button';
import { DecimalInput } from '../../ui/DecimalInput';
import { Form } from '../../ui/Form';
import ModalPanel from '../../ui/ModalPanel';
import { CheckField, SelectField, TextField } from '../../ui/fields';
import { Change } from '../../ui/numbers';
import { Loadable, Skeleton } from '../../ui/states';
import { useForm } from '../../ui/use-form';
import { closeAlertDialog, type AlertDraft } from './alert-dialog';
import { dayOf, distanceOf, lastDay, movedPrice, pausesFrom, pauseText, termsOf, valuesOf } from './alert-form';
import { InstrumentField, pairOf } from './InstrumentField';
import { refreshAlerts, useAlertLimits } from './use-alerts';
import styles from './Alert.module.css';

const KINDS = ['crosses', 'rises', 'falls', 'moves'] as const;

/** Sets a price alert, or gives one other terms. */
export default function AlertDialog({ draft }: { draft: AlertDraft }) {
  const { t } = useTranslation('alert');
  const limits = useAlertLimits();
  const title = t(draft.alert === undefined ? 'form.new' : 'form.change');
  return (
    <ModalPanel title={title} onClose={closeAlertDialog} size={440}>
      <Loadable query={limits} skeleton={<Skeleton rows={5} height={44} />}>
        {(allowed) => <AlertForm draft={draft} limits={allowed} />}
      </Loadable>
    </ModalPanel>
  );
}

type AlertHandle = ReturnType<typeof useAlertForm>;

function useAlertForm(draft: AlertDraft, limits: AlertLimitsView) {
  const { t } = useTranslation('alert');
  const real = useSession((state) => state.session?.realm === 'real');
  const [initial] = useState(() => valuesOf(draft, limits, Date.now()));
  return useForm({
    initial,
    check: ({ symbol, level, endsAt }) => ({
      ...(symbol === '' && { symbol: t('missing.symbol') }),
      ...(level === '' && { level: t('missing.level') }),
      ...(endsAt === '' && { endsAt: t('missing.end') }),
    }),
    send: async (values) => {
      const terms = termsOf(values, real);
      const { alert } = draft;
      if (alert === undefined) await api.call(setAlert, { symbol: values.symbol, ...terms }, QUIET);
      else await api.call(changeAlert, { alertId: alert.alertId, ...terms }, QUIET);
      await refreshAlerts();
      closeAlertDialog();
    },
  });
}

function AlertForm({ draft, limits }: { draft: AlertDraft; limits: AlertLimitsView }) {
  const { t } = useTranslation('alert');
  const form = useAlertForm(draft, limits);
  const { values, field } = form;
  const instrument = useInstrument(values.symbol);
  useTickerFeed(values.symbol === '' ? [] : [values.symbol]);
  return (
    <Form
      handle={form}
      label={t(draft.alert === undefined ? 'form.new' : 'form.change')}
      actions={
        <Button type="submit" wide busy={form.busy}>
          {t(draft.alert === undefined ? 'form.set' : 'form.save')}
        </Button>
      }
    >
      {draft.alert === undefined ? (
        <InstrumentField label={t('form.instrument')} {...field('symbol')} />
      ) : (
        <p className={styles.pair}>{instrument === undefined ? values.symbol : pairOf(instrument)}</p>
      )}
      <SelectField
        label={t('form.kind')}
        options={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        {...field('kind')}
      />
      <LevelField form={form} instrument={instrument} limits={limits} />
      <RepeatFields form={form} limits={limits} />
      <TextField
        label={t('form.end')}
        type="date"
        min={dayOf(Date.now())}
        max={lastDay(Date.now(), limits.endDaysMax)}
        {...field('endsAt')}
      />
      <PersonalFields form={form} />
    </Form>
  );
}

/** The level, with the last price and what lies between. */
function LevelField({
  form: { values, field },
  instrument,
  limits,
}: {
  form: AlertHandle;
  instrument: InstrumentView | undefined;
  limits: AlertLimitsView;
}) {
  const { t } = useTranslation('alert');
  const format = useFormat();
  const ticker = useTicker(values.symbol);
  const { error, ...level } = field('level');
  const moves = values.kind === 'moves';
  const decimals = moves ? 2 : (instrument?.priceDecimals ?? 8);
  const price = (text: string) => `${format.decimal(text, instrument?.priceDecimals ?? 2)} ${instrument?.quote ?? ''}`;
  const between = moves ? undefined : distanceOf(values.level, ticker?.last);
  const to = moves
    ? ([1n, -1n] as const).map((sign) => movedPrice(values.level, ticker?.open24h, sign)).filter((each) => each)
    : [];
  return (
    <div className={styles.level}>
      <DecimalInput
        {...level}
        error={error}
        label={t(moves ? 'form.percent' : 'form.price')}
        unit={moves ? '%' : (instrument?.quote ?? '')}
        decimals={decimals}
        step={moves ? '0.5' : (instrument?.tickSize ?? '0.01')}
      />
      <p className={styles.hint} aria-live="polite">
        {ticker !== undefined && <span>{t('form.last', { price: price(ticker.last) })}</span>}
        {between !== undefined && <Change value={between} />}
        {moves && (
          <span>
            {t('form.range', {
              minimum: format.amount(limits.percentMin, 2),
              maximum: format.amount(limits.percentMax, 2),
            })}
          </span>
        )}
        {values.level !== '' && to.length > 0 && (
          <span>{t('form.movesTo', { prices: to.map((each) => price(each ?? '')).join(' / ') })}</span>
        )}
      </p>
    </div>
  );
}

function RepeatFields({ form: { values, field }, limits }: { form: AlertHandle; limits: AlertLimitsView }) {
  const { t } = useTranslation('alert');
  const format = useFormat();
  const pauses = pausesFrom(limits.pauseMinutesMin, Number(values.pauseMinutes));
  return (
    <div className={styles.two}>
      <SelectField
        label={t('form.repeat')}
        options={(['once', 'each'] as const).map((value) => ({ value, label: t(`repeat.${value}`) }))}
        {...field('repeat')}
      />
      {values.repeat === 'each' && (
        <SelectField
          label={t('form.pause')}
          options={pauses.map((minutes) => ({ value: `${minutes}`, label: pauseText(minutes, format.tag) }))}
          {...field('pauseMinutes')}
        />
      )}
    </div>
  );
}

/** A demo account has neither an address nor a key for notes. */
function PersonalFields({ form: { field } }: { form: AlertHandle }) {
  const { t } = useTranslation('alert');
  const real = useSession((state) => state.session?.realm === 'real');
  if (!real) return <p className={styles.hint}>{t('form.demo')}</p>;
  return (
    <>
      <TextField label={t('form.note')} autoComplete="off" maxLength={ALERT_NOTE_MAX} {...field('note')} />
      <CheckField label={t('form.email')} hint={t('form.bell')} {...field('email')} />
    </>
  );
}
