import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setLeverage } from '../../../contracts/contract.calls';
import type { ContractView } from '../../../contracts/contract.contract';
import { needsQuiz } from '../../../shared/contract-rules';
import { format as textOf, ONE, toAmount } from '../../../shared/money';
import { api, QUIET } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { FactList } from '../../ui/FactList';
import { Form } from '../../ui/Form';
import ModalPanel from '../../ui/ModalPanel';
import { TextField } from '../../ui/fields';
import { useForm } from '../../ui/use-form';
import { BracketsNote } from './BracketsNote';
import { BracketTable } from './BracketTable';
import { largestNotional } from './contract-form';
import { effectOf, leverageMaxOf, tablesOf } from './margin-preview';
import { Quiz } from './Quiz';
import type { TerminalProps } from './terminal';
import { useSettings } from './use-contract-form';
import { showPositions } from './use-contracts';
import order from '../../orders/OrderForm.module.css';
import styles from './Contract.module.css';

/** A position of this worth shows what leverage does; its margin bracket is the lowest everywhere. */
const EXAMPLE_USDT = 1_000n * ONE;

interface LeverageDialogProps extends Pick<TerminalProps, 'contract' | 'view'> {
  onClose: () => void;
}

/** The leverage of new orders: a slider and a number, and what they do to margin, size and liquidation. */
export default function LeverageDialog({ contract, view, onClose }: LeverageDialogProps) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const { leverage, quizPassed } = useSettings(contract);
  const [asking, ask] = useState(false);
  const most = leverageMaxOf(contract);
  const form = useForm({
    initial: { leverage: `${leverage}` },
    check: (values) =>
      isLeverage(values.leverage, most) ? {} : { leverage: t('leverage.range', { maximum: format.count(most) }) },
    send: async (values, requestToken) => {
      const body = { symbol: contract.symbol, leverage: values.leverage, requestToken };
      showPositions(await api.call(setLeverage, body, QUIET));
      onClose();
    },
  });
  const typed = form.values.leverage;
  const chosen = isLeverage(typed, most) ? Number(typed) : leverage;
  const quizFirst = !quizPassed && needsQuiz(chosen, view);
  if (asking) {
    return (
      <ModalPanel title={t('quiz.title')} onClose={onClose} size={560} tall>
        <Quiz onPassed={() => ask(false)} onBack={() => ask(false)} />
      </ModalPanel>
    );
  }
  return (
    <ModalPanel title={`${t('leverage.title')} · ${contract.symbol}`} onClose={onClose} size={480}>
      <Form
        handle={form}
        label={t('leverage.title')}
        actions={
          quizFirst ? (
            <Button wide onClick={() => ask(true)}>
              {t('leverage.toQuiz')}
            </Button>
          ) : (
            <Button type="submit" wide busy={form.busy}>
              {t('leverage.save')}
            </Button>
          )
        }
      >
        <Slider value={chosen} most={most} onChange={(text) => form.set({ leverage: text })} />
        <TextField {...form.field('leverage')} label={t('leverage.field')} inputMode="numeric" maxLength={3} />
        <Effect contract={contract} leverage={chosen} takerRate={contract.liquidationFeeRate} />
        {quizFirst && <p className={styles.note}>{t('leverage.quizNeeded', { from: format.count(view.quizFrom) })}</p>}
        <p className={styles.warning}>{t('leverage.warning')}</p>
        <BracketsNote contract={contract} current={chosen} />
        <BracketTable brackets={contract.brackets} policy={contract.bracketsPolicy} current={chosen} />
      </Form>
    </ModalPanel>
  );
}

interface SliderProps {
  value: number;
  most: number;
  onChange: (text: string) => void;
}

function Slider({ value, most, onChange }: SliderProps) {
  const { t } = useTranslation('contract');
  return (
    <input
      type="range"
      className={styles.range}
      min={1}
      max={most}
      step={1}
      value={value}
      aria-label={t('leverage.slider')}
      aria-valuetext={`${value}x`}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const isLeverage = (text: string, most: number): boolean =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= most;

interface EffectProps {
  contract: ContractView;
  leverage: number;
  takerRate: string;
}

function Effect({ contract, leverage, takerRate }: EffectProps) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const largest = `${format.amount(textOf(largestNotional(tablesOf(contract), leverage)), 0)} USDT`;
  const mark = toAmount(contract.markPrice ?? '0');
  const effect = mark === 0n ? null : effectOf(leverage, { notional: EXAMPLE_USDT, mark, contract, takerRate });
  const away = (share: string) => `≈ ${format.share(share, 2)}`;
  return (
    <FactList
      className={order.summary}
      rows={[
        [
          t('leverage.margin', { notional: format.amount(textOf(EXAMPLE_USDT), 0) }),
          effect === null ? '–' : `${format.amount(effect.margin, 2, 2)} USDT`,
        ],
        [t('leverage.largest'), largest],
        [t('leverage.distance.long'), effect === null ? '–' : away(effect.liquidationDistance.long)],
        [t('leverage.distance.short'), effect === null ? '–' : away(effect.liquidationDistance.short)],
      ]}
    />
  );
}
