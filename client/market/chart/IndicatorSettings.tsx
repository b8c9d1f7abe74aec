import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import ModalPanel from '../../ui/ModalPanel';
import { entryOf } from './indicators/catalogue';
import { takesSource } from './indicators/sources';
import type { ParamSpec } from './indicators/types';
import { SOURCES, type IndicatorChoice, type Source } from './layout';
import { useLayout } from './layout-store';
import { Swatches } from './Swatches';
import styles from './Dialogs.module.css';

interface IndicatorSettingsProps {
  symbol: string;
  choiceKey: string;
  onClose: () => void;
}

/** Parameters and colours of one indicator; each change shows on the chart at once. */
export function IndicatorSettings({ symbol, choiceKey, onClose }: IndicatorSettingsProps) {
  const { t } = useTranslation('chart');
  const [layout, change] = useLayout(symbol);
  const choice = layout.indicators.find((each) => each.key === choiceKey);
  const entry = choice && entryOf(choice.id);
  if (!choice || !entry) return null;
  const replace = (next: Partial<IndicatorChoice>) =>
    change({ indicators: layout.indicators.map((each) => (each.key === choiceKey ? { ...each, ...next } : each)) });
  const params = entry.params.map((param, at) => choice.params[at] ?? param.value);
  return (
    <ModalPanel title={t(`indicator.${entry.id}`)} onClose={onClose}>
      <div className={styles.form}>
        {entry.params.map((param, at) => (
          <NumberField
            key={param.id}
            param={param}
            value={params[at] ?? param.value}
            onChange={(value) => replace({ params: params.map((each, place) => (place === at ? value : each)) })}
          />
        ))}
        {takesSource(entry) && <SourceField value={choice.source} onChange={(source) => replace({ source })} />}
        {entry.outputs.map((output, at) => (
          <div key={output.label} className={styles.field}>
            <span>{output.label}</span>
            <Swatches
              label={t('colourOf', { name: output.label })}
              value={choice.colours[at] ?? output.colour}
              onChange={(colour) =>
                replace({
                  colours: entry.outputs.map((each, place) =>
                    place === at ? colour : (choice.colours[place] ?? each.colour),
                  ),
                })
              }
            />
          </div>
        ))}
      </div>
      <div className={styles.actions}>
        <Button
          kind="plain"
          onClick={() =>
            replace({
              params: entry.params.map((param) => param.value),
              colours: entry.outputs.map((output) => output.colour),
              source: 'close',
            })
          }
        >
          {t('defaults')}
        </Button>
        <Button onClick={onClose}>{t('done')}</Button>
      </div>
    </ModalPanel>
  );
}

/** Open, high, low and close by name; their means as the field writes them, in every language. */
function SourceField({ value, onChange }: { value: Source; onChange: (source: Source) => void }) {
  const { t } = useTranslation('chart');
  const names = { open: t('table.open'), high: t('table.high'), low: t('table.low'), close: t('table.close') };
  return (
    <label className={styles.field}>
      <span>{t('source')}</span>
      <select value={value} onChange={(event) => onChange(event.target.value as Source)}>
        {SOURCES.map((source) => (
          <option key={source} value={source}>
            {source in names ? names[source as keyof typeof names] : source.toUpperCase()}
          </option>
        ))}
      </select>
    </label>
  );
}

interface NumberFieldProps {
  param: ParamSpec;
  value: number;
  onChange: (value: number) => void;
}

/** What is typed counts when it is a number within the limits, which stand beside it. */
function NumberField({ param: { id, min, max, step }, value, onChange }: NumberFieldProps) {
  const { t } = useTranslation('chart');
  return (
    <label className={styles.field}>
      <span>
        {t(`param.${id}`)}{' '}
        <small>
          {min}–{max}
        </small>
      </span>
      <input
        key={value}
        type="number"
        inputMode="decimal"
        min={min}
        max={max}
        step={step}
        defaultValue={value}
        onChange={(event) => {
          const typed = event.target.valueAsNumber;
          if (event.target.validity.valid && Number.isFinite(typed) && document.activeElement !== event.target)
            onChange(typed);
        }}
        onBlur={(event) => {
          const typed = event.target.valueAsNumber;
          const whole = step === 1 ? Math.round(typed) : typed;
          if (Number.isFinite(typed)) onChange(Math.min(max, Math.max(min, whole)));
          event.target.value = String(Number.isFinite(typed) ? Math.min(max, Math.max(min, whole)) : value);
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
    </label>
  );
}
