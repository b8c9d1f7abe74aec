import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setPositionProtection } from '../../../contracts/contract.calls';
import type { ContractsView, ContractView, PositionView } from '../../../contracts/contract.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import { STOP_TRIGGERS, type StopTrigger } from '../../../contracts/order.contract';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { FactList } from '../../ui/FactList';
import { Form } from '../../ui/Form';
import ModalPanel from '../../ui/ModalPanel';
import { useForm } from '../../ui/use-form';
import { changePosition } from './change-position';
import {
  pricesOf,
  PROTECTION_UNITS,
  protectionFrom,
  protectionProblems,
  type ProtectionTerms,
  type ProtectionValue,
} from './protection';
import { ProtectionFields, useProtectionWords } from './ProtectionFields';
import { useOwnRates, useSettings } from './use-contract-form';
import { usePositions } from './use-contracts';
import order from '../../orders/OrderForm.module.css';
import styles from './Contract.module.css';

interface ProtectionDialogProps {
  position: PositionView;
  contract: ContractView;
  view: ContractsView;
  instrument: InstrumentView;
  onClose: () => void;
}

/** Sets, changes or takes off the take-profit and the stop-loss of a whole position. */
export default function ProtectionDialog(props: ProtectionDialogProps) {
  const { instrument, onClose } = props;
  const { t } = useTranslation('contract');
  const { form, position, value, terms, change, takesOff } = useProtectionForm(props);
  const { symbol, side } = position;
  return (
    <ModalPanel title={`${t('protection.title')} · ${symbol} ${t(`side.${side}`)}`} onClose={onClose}>
      <Form
        handle={form}
        label={t('protection.title')}
        actions={
          <Button type="submit" wide busy={form.busy}>
            {t(takesOff ? 'protection.removeAll' : 'protection.set')}
          </Button>
        }
      >
        <Prices position={position} instrument={instrument} />
        <ProtectionFields
          value={value}
          onChange={change}
          terms={terms}
          instrument={instrument}
          errorOf={(field) => form.field(field).error}
        />
        <p className={styles.note}>
          {t('protection.whole')} {t('protection.estimate')}
        </p>
      </Form>
    </ModalPanel>
  );
}

/** The form with the pair of now in it, judged by the prices of now. */
function useProtectionForm({ position: first, contract, view, instrument, onClose }: ProtectionDialogProps) {
  const { t } = useTranslation('contract');
  const positions = usePositions().data?.positions;
  const position = positions?.find(({ symbol, side }) => symbol === first.symbol && side === first.side) ?? first;
  const rates = useOwnRates(contract, useSettings(contract));
  const [loaded] = useState(() => protectionFrom(first.protection));
  const [reckoned, setReckoned] = useState(loaded.reckoned);
  const wordsOf = useProtectionWords(instrument.priceDecimals);
  const valueOf = (typed: TypedProtection): ProtectionValue => ({ ...valueFrom(typed), reckoned });
  const termsOf = (trigger: StopTrigger): ProtectionTerms => ({
    position,
    takerRate: rates?.taker ?? view.takerRate,
    tickSize: contract.tickSize,
    watched: watchedPrice(trigger, position, contract),
  });
  const isEmpty = ({ takeProfit, stopLoss }: TypedProtection) => takeProfit === '' && stopLoss === '';
  const form = useForm({
    initial: { ...loaded.typed, unit: loaded.unit, trigger: loaded.trigger },
    check: (values) => {
      if (isEmpty(values) && first.protection === null) return { takeProfit: t('protection.empty') };
      const value = valueOf(values);
      const problems = Object.entries(protectionProblems(value, termsOf(value.trigger)));
      return Object.fromEntries(problems.map(([field, problem]) => [field, wordsOf(problem)]));
    },
    send: async (values, requestToken) => {
      const value = valueOf(values);
      const { takeProfit, stopLoss } = pricesOf(value, termsOf(value.trigger));
      const prices = { ...(takeProfit !== '' && { takeProfit }), ...(stopLoss !== '' && { stopLoss }) };
      const { symbol, side } = position;
      await changePosition(setPositionProtection, { symbol, side, trigger: value.trigger, ...prices, requestToken });
      onClose();
    },
  });
  const value = valueOf(form.values);
  const change = ({ unit, trigger, typed, reckoned: shown }: ProtectionValue) => {
    setReckoned(shown);
    form.set({ ...typed, unit, trigger });
  };
  const takesOff = isEmpty(form.values) && first.protection !== null;
  return { form, position, value, terms: termsOf(value.trigger), change, takesOff };
}

interface TypedProtection {
  takeProfit: string;
  stopLoss: string;
  unit: string;
  trigger: string;
}

const valueFrom = ({ unit, trigger, ...typed }: TypedProtection): Omit<ProtectionValue, 'reckoned'> => ({
  unit: PROTECTION_UNITS.find((each) => each === unit) ?? 'price',
  trigger: STOP_TRIGGERS.find((each) => each === trigger) ?? 'mark',
  typed: { takeProfit: typed.takeProfit, stopLoss: typed.stopLoss },
});

/** What the pair watches now; the last trade of a contract is known where its terminal is open alone, so the server looks at that. */
function watchedPrice(trigger: StopTrigger, { markPrice }: PositionView, { indexPrice }: ContractView): string | null {
  if (trigger === 'mark') return markPrice;
  return trigger === 'index' ? indexPrice : null;
}

function Prices({ position, instrument }: Pick<ProtectionDialogProps, 'position' | 'instrument'>) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const { priceDecimals, quote } = instrument;
  const { entryPrice, markPrice, liquidationPrice } = position;
  const price = (text: string) => `${format.decimal(text, priceDecimals)} ${quote}`;
  return (
    <FactList
      className={order.summary}
      rows={[
        [t('column.entry'), `${format.amount(entryPrice, priceDecimals + 4, priceDecimals)} ${quote}`],
        [t('column.mark'), price(markPrice)],
        [t('column.liquidation'), liquidationPrice === null ? t('summary.never') : price(liquidationPrice)],
      ]}
    />
  );
}
