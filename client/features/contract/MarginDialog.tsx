import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adjustPositionMargin } from '../../../contracts/contract.calls';
import type { ContractView, PositionView } from '../../../contracts/contract.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import { toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { DecimalInput } from '../../ui/DecimalInput';
import { FactList } from '../../ui/FactList';
import { Form } from '../../ui/Form';
import ModalPanel from '../../ui/ModalPanel';
import { Tabs } from '../../ui/Tabs';
import { useForm } from '../../ui/use-form';
import { changePosition } from './change-position';
import { withMargin } from './margin-preview';
import { useMargin } from './use-contract-form';
import { usePositions } from './use-contracts';
import order from '../../orders/OrderForm.module.css';
import styles from './Contract.module.css';

const USDT_DECIMALS = 8;

interface MarginDialogProps {
  position: PositionView;
  contract: ContractView;
  instrument: InstrumentView;
  onClose: () => void;
}

/** Puts margin up for a position or takes it out, and says first where that moves the liquidation price. */
export default function MarginDialog({ position: first, contract, instrument, onClose }: MarginDialogProps) {
  const { t } = useTranslation(['contract', 'refusal']);
  const [way, setWay] = useState<'add' | 'remove'>('add');
  const positions = usePositions().data?.positions;
  const position = positions?.find(({ symbol, side }) => symbol === first.symbol && side === first.side) ?? first;
  const { symbol, side } = position;
  const form = useForm({
    initial: { amount: '' },
    check: ({ amount }) => (toAmount(amount) > 0n ? {} : { amount: t('refusal:contract.margin-zero') }),
    send: async ({ amount }, requestToken) => {
      const body = { symbol, side, amount: way === 'add' ? amount : `-${amount}`, requestToken };
      await changePosition(adjustPositionMargin, body);
      onClose();
    },
  });
  return (
    <ModalPanel title={`${t('margin.title')} · ${symbol} ${t(`side.${side}`)}`} onClose={onClose}>
      <Form
        handle={form}
        label={t('margin.title')}
        actions={
          <Button type="submit" wide busy={form.busy}>
            {t(`margin.${way}`)}
          </Button>
        }
      >
        <Tabs
          look="pills"
          label={t('margin.way')}
          value={way}
          onChange={(value) => {
            setWay(value);
            form.set({ amount: '' });
          }}
          tabs={(['add', 'remove'] as const).map((value) => ({ value, label: t(`margin.${value}`) }))}
        />
        <Most way={way} position={position} contract={contract} onTake={(amount) => form.set({ amount })} />
        <DecimalInput
          {...form.field('amount')}
          label={t('margin.amount')}
          unit="USDT"
          decimals={USDT_DECIMALS}
          step="1"
        />
        <Change {...{ position, contract, instrument, way }} amount={form.values.amount} />
        <p className={styles.note}>{t('margin.estimate')}</p>
      </Form>
    </ModalPanel>
  );
}

interface MostProps {
  way: 'add' | 'remove';
  position: PositionView;
  contract: ContractView;
  onTake: (amount: string) => void;
}

/** What there is to put up, or may be taken out; one click takes all of it. */
function Most({ way, position, contract, onTake }: MostProps) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const available = useMargin(contract);
  const most = way === 'add' ? available : position.removableMargin;
  return (
    <p className={order.available}>
      <span>{t(`margin.most.${way}`)}</span>
      <button type="button" className={order.all} disabled={most === null} onClick={() => onTake(most ?? '')}>
        <b>{most === null ? '–' : format.amountDown(most, 2)}</b> USDT
      </button>
    </p>
  );
}

interface ChangeProps extends Omit<MostProps, 'onTake'> {
  instrument: InstrumentView;
  amount: string;
}

function Change({ position, contract, instrument, way, amount }: ChangeProps) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const change = toAmount(amount) * (way === 'add' ? 1n : -1n);
  const after = withMargin(position, change, { contract, takerRate: contract.liquidationFeeRate });
  const price = (text: string | null) =>
    text === null ? t('summary.never') : `${format.decimal(text, instrument.priceDecimals)} USDT`;
  const share = (text: string | null) => (text === null ? '–' : format.share(text, 2));
  const from = (before: string, then: string) => (change === 0n ? before : `${before} → ≈ ${then}`);
  const isGone = change < 0n && toAmount(after.margin) <= 0n;
  if (isGone) return null;
  return (
    <div data-testid="margin-change">
      <FactList
        className={order.summary}
        rows={[
          [t('column.margin'), from(format.amount(position.margin, 2, 2), format.amount(after.margin, 2, 2))],
          [t('column.liquidation'), from(price(position.liquidationPrice), price(after.liquidationPrice))],
          [t('column.bankruptcy'), from(price(position.bankruptcyPrice), price(after.bankruptcyPrice))],
          [t('column.risk'), from(share(position.riskRate), share(after.riskRate))],
        ]}
      />
    </div>
  );
}
