import { Combobox } from '@base-ui/react/combobox';
import { useMemo, useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { countriesIn, findCountries, type Country } from '../lib/countries';
import { useFormat } from '../lib/format';
import styles from './CountrySelect.module.css';

interface CountryListProps {
  input: ComponentProps<'input'>;
  value: string;
  onChange: (code: string) => void;
  disabled: boolean;
}

/** The input of a country, and the list below it. */
export default function CountryList({ input, value, onChange, disabled }: CountryListProps) {
  const { t } = useTranslation('common');
  return (
    <Combobox.Root {...useCountryList(value, onChange)} autoHighlight disabled={disabled}>
      <Combobox.Input {...input} spellCheck={false} />
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className={styles.place}>
          <Combobox.Popup className={styles.list}>
            <Combobox.Empty>
              <p className={styles.none}>{t('field.noCountry')}</p>
            </Combobox.Empty>
            <Combobox.List aria-label={t('field.countries')}>
              {(country: Country) => (
                <Combobox.Item key={country.code} value={country} className={styles.option}>
                  <span>{country.name}</span>
                  <small>{country.code}</small>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

/** What is typed, which countries that leaves, and what is chosen. */
function useCountryList(value: string, onChange: (code: string) => void) {
  const { tag } = useFormat();
  // `null`: nothing was typed since the last choice, so the field shows what is chosen.
  const [typed, setTyped] = useState<string | null>(null);
  const items = countriesIn(tag);
  const filteredItems = useMemo(() => [...findCountries(items, typed ?? '')], [items, typed]);
  const chosen = items.find(({ code }) => code === value) ?? null;
  const choose = (country: Country | null | undefined) => {
    setTyped(null);
    if (country !== undefined) onChange(country?.code ?? '');
  };
  return {
    items,
    filteredItems,
    itemToStringLabel: ({ name }: Country) => name,
    value: chosen,
    onValueChange: choose,
    inputValue: typed ?? chosen?.name ?? value,
    onInputValueChange: (text: string, { reason }: Combobox.Root.ChangeEventDetails) => {
      if (reason === 'input-change') setTyped(text);
    },
    // Who types the whole name and goes on has chosen; half a name leaves the choice as it was.
    onOpenChange: (open: boolean, { reason }: Combobox.Root.ChangeEventDetails) => {
      const goesOn = reason === 'focus-out' || reason === 'outside-press';
      if (!open) choose(goesOn && typed ? sameName(filteredItems, typed) : undefined);
    },
  };
}

function sameName(found: readonly Country[], typed: string): Country | undefined {
  return found.length === 1 ? found[0] : found.find(({ name }) => name.toLowerCase() === typed.trim().toLowerCase());
}
