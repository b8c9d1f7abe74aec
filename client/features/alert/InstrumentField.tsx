import { Combobox } from '@base-ui/react/combobox';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { catalogueName, useInstruments } from '../../market/instruments';
import { FieldFrame, tiedTo, type FieldProps } from '../../ui/fields';
import { Icon } from '../../ui/icons';
import fields from '../../ui/fields.module.css';
import list from '../../ui/CountrySelect.module.css';

const SHOWN = 60;
const NONE: InstrumentView[] = [];

/** An instrument by typing part of its symbol or name. Its value is the symbol, empty while none is chosen. */
export function InstrumentField({ label, error, name, value, onChange }: FieldProps) {
  const { t } = useTranslation('alert');
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error}>
      <div className={fields.with}>
        <Combobox.Root {...useInstrumentList(value, onChange)} autoHighlight>
          <Combobox.Input
            {...tiedTo(id, error, undefined)}
            name={name}
            className={fields.input}
            placeholder={t('form.search')}
            spellCheck={false}
          />
          <Combobox.Portal>
            <Combobox.Positioner sideOffset={4} className={list.place}>
              <Combobox.Popup className={list.list}>
                <Combobox.Empty>
                  <p className={list.none}>{t('form.noneFound')}</p>
                </Combobox.Empty>
                <Combobox.List aria-label={label as string}>
                  {(instrument: InstrumentView) => (
                    <Combobox.Item key={instrument.symbol} value={instrument} className={list.option}>
                      <span>{pairOf(instrument)}</span>
                      <small>{instrument.name}</small>
                    </Combobox.Item>
                  )}
                </Combobox.List>
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
        <span className={fields.chevron}>
          <Icon name="down" size={16} />
        </span>
      </div>
    </FieldFrame>
  );
}

export const pairOf = ({ base, quote }: Pick<InstrumentView, 'base' | 'quote'>): string => `${base}/${quote}`;

/** What is typed, which instruments that leaves, and what is chosen. */
function useInstrumentList(value: string, onChange: (symbol: string) => void) {
  const items = useInstruments().data ?? NONE;
  const [typed, setTyped] = useState<string | null>(null);
  const filteredItems = useMemo(() => matching(items, typed ?? ''), [items, typed]);
  const chosen = items.find(({ symbol }) => symbol === value) ?? null;
  return {
    items,
    filteredItems,
    itemToStringLabel: (instrument: InstrumentView) => pairOf(instrument),
    value: chosen,
    onValueChange: (instrument: InstrumentView | null) => {
      setTyped(null);
      onChange(instrument?.symbol ?? '');
    },
    inputValue: typed ?? (chosen === null ? value : pairOf(chosen)),
    onInputValueChange: (text: string, { reason }: Combobox.Root.ChangeEventDetails) => {
      if (reason === 'input-change') setTyped(text);
    },
    onOpenChange: (open: boolean) => {
      if (!open) setTyped(null);
    },
  };
}

/** Those whose symbol begins with it first. */
function matching(items: readonly InstrumentView[], typed: string): InstrumentView[] {
  const wanted = typed.trim().toLocaleLowerCase().replace('/', '');
  const found = items.filter((each) =>
    `${each.symbol} ${each.name} ${catalogueName(each)}`.toLocaleLowerCase().includes(wanted),
  );
  const begins = ({ symbol }: InstrumentView): number => Number(!symbol.toLocaleLowerCase().startsWith(wanted));
  return found.sort((a, b) => begins(a) - begins(b)).slice(0, SHOWN);
}
