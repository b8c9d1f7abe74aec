import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../lib/cx';
import { countriesIn, countryName, findCountries, type Country } from '../lib/countries';
import { useFormat } from '../lib/format';
import { FieldFrame, tiedTo, type FieldProps } from './fields';
import { Icon } from './icons';
import fields from './fields.module.css';
import styles from './CountrySelect.module.css';

interface CountrySelectProps extends FieldProps {
  disabled?: boolean;
}

/** A country by typing part of its name, or by looking through all 249. Its value is the ISO code, empty while none is chosen. */
export function CountrySelect({ label, hint, error, name, value, onChange, disabled = false }: CountrySelectProps) {
  const { t } = useTranslation('common');
  const id = useId();
  const list = useCountryList(id, value, onChange);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className={fields.with}>
        <input
          {...tiedTo(id, error, hint)}
          type="text"
          role="combobox"
          name={name}
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          aria-autocomplete="list"
          aria-expanded={list.open}
          aria-controls={`${id}-list`}
          aria-activedescendant={list.open && list.active ? optionId(id, list.active.code) : undefined}
          className={fields.input}
          placeholder={t('field.searchCountry')}
          value={list.shown}
          onChange={(event) => list.type(event.target.value)}
          onClick={list.show}
          onKeyDown={list.onKeyDown}
          onBlur={list.leave}
        />
        <span className={fields.chevron}>
          <Icon name="down" size={16} />
        </span>
        {list.open && <Options id={id} list={list} value={value} />}
      </div>
    </FieldFrame>
  );
}

type CountryList = ReturnType<typeof useCountryList>;

const optionId = (id: string, code: string): string => `${id}-${code}`;

/** What is typed, which countries that leaves, and which of them Enter would choose. */
function useCountryList(id: string, value: string, onChange: (code: string) => void) {
  const { tag } = useFormat();
  const [open, setOpen] = useState(false);
  // `null`: nothing was typed since the last choice, so the field shows what is chosen.
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const found = useMemo(() => findCountries(countriesIn(tag), typed ?? ''), [tag, typed]);
  const shown = typed ?? (value === '' ? '' : countryName(value, tag));
  const scroll = (country: Country | undefined) =>
    country &&
    requestAnimationFrame(() =>
      document.getElementById(optionId(id, country.code))?.scrollIntoView({ block: 'nearest' }),
    );
  const show = () => {
    if (open) return;
    const chosen = Math.max(
      0,
      found.findIndex(({ code }) => code === value),
    );
    setOpen(true);
    setAt(chosen);
    scroll(found[chosen]);
  };
  const choose = (country: Country | undefined) => {
    if (country !== undefined) onChange(country.code);
    setTyped(null);
    setOpen(false);
  };
  const type = (text: string) => {
    setTyped(text);
    setAt(0);
    setOpen(true);
    if (text === '') onChange('');
  };
  // Who types the whole name and goes on has chosen; half a name leaves the choice as it was.
  const leave = () => choose(typed === null || typed === '' ? undefined : sameName(found, typed));
  const onKeyDown = (event: KeyboardEvent) => {
    // The Enter that ends the composing of a word chooses nothing yet.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && open) {
      event.preventDefault();
      return choose(found[at]);
    }
    if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      return choose(undefined);
    }
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    if (!open) return show();
    const next = Math.min(Math.max(at + step, 0), found.length - 1);
    setAt(next);
    scroll(found[next]);
  };
  return { open, shown, found, active: found[at], show, type, choose, leave, onKeyDown };
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

function sameName(found: readonly Country[], typed: string): Country | undefined {
  return found.length === 1 ? found[0] : found.find(({ name }) => name.toLowerCase() === typed.trim().toLowerCase());
}

function Options({ id, list, value }: { id: string; list: CountryList; value: string }) {
  const { t } = useTranslation('common');
  return (
    <ul id={`${id}-list`} role="listbox" aria-label={t('field.countries')} className={styles.list}>
      {list.found.map((country) => (
        <li
          key={country.code}
          id={optionId(id, country.code)}
          role="option"
          aria-selected={country.code === value}
          className={cx(styles.option, country.code === list.active?.code && styles.active)}
          // Before the field loses the focus, and with it the list its place.
          onMouseDown={(event) => (event.preventDefault(), list.choose(country))}
        >
          <span>{country.name}</span>
          <small>{country.code}</small>
        </li>
      ))}
      {list.found.length === 0 && (
        <li className={styles.none} role="option" aria-selected="false" aria-disabled="true">
          {t('field.noCountry')}
        </li>
      )}
    </ul>
  );
}
