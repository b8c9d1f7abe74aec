import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { previewRoll, rollPosition } from '../../../contracts/contract.roll.calls';
import type { RollPreview } from '../../../contracts/contract.roll.contract';
import type { PositionView } from '../../../contracts/contract.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import { api } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { queryClient } from '../../lib/query';
import { isAskedFor, useSendOrder } from '../../orders/use-send-order';
import { Button } from '../../ui/Button';
import { FactList } from '../../ui/FactList';
import { Form } from '../../ui/Form';
import ModalPanel from '../../ui/ModalPanel';
import { Amount } from '../../ui/numbers';
import { Loadable, Skeleton } from '../../ui/states';
import { useForm } from '../../ui/use-form';
import { contractKeys } from './contract.feature';
import order from '../../orders/OrderForm.module.css';
import styles from './Contract.module.css';

const PREVIEWED_EVERY_MS = 2_000;

interface RollDialogProps {
  position: PositionView;
  instrument: InstrumentView;
  onClose: () => void;
}

/** Moves a position to the next delivery contract, after saying what that costs. */
export default function RollDialog({ position: { symbol, side }, instrument, onClose }: RollDialogProps) {
  const { t } = useTranslation(['contract', 'order']);
  const send = useSendOrder();
  const query = useQuery({
    queryKey: contractKeys.roll(symbol, side),
    queryFn: ({ signal }) => api.call(previewRoll, { symbol, side }, { signal }),
    refetchInterval: PREVIEWED_EVERY_MS,
    gcTime: 0,
  });
  const form = useForm({
    initial: {},
    send: async () => {
      await send(rollPosition, { symbol, side });
      void queryClient.invalidateQueries({ queryKey: contractKeys.positions() });
      onClose();
    },
  });
  // The trade password is asked for by sending.
  const problem = query.data?.problems.find(({ refusal }) => !isAskedFor(refusal));
  return (
    <ModalPanel title={`${t('roll.title')} · ${symbol}`} onClose={onClose}>
      <Form
        handle={form}
        label={t('roll.title')}
        actions={
          <Button type="submit" wide busy={form.busy} disabled={query.data === undefined || problem !== undefined}>
            {t('roll.send')}
          </Button>
        }
      >
        <Loadable query={query} skeleton={<Skeleton rows={9} height={22} />}>
          {(preview) => <Cost preview={preview} side={side} instrument={instrument} />}
        </Loadable>
        {problem !== undefined && (
          <p role="alert" className={styles.warning}>
            {problem.message}
          </p>
        )}
        <p className={styles.note}>{t('roll.how')}</p>
        <p className={styles.note}>{t('roll.orders')}</p>
      </Form>
    </ModalPanel>
  );
}

interface CostProps {
  preview: RollPreview;
  side: PositionView['side'];
  instrument: InstrumentView;
}

function Cost({ preview: { to, deliversAt, leverage, figures }, side, instrument }: CostProps) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const decimals = instrument.priceDecimals;
  const price = (text: string | null) =>
    text === null ? t('summary.never') : `≈ ${format.decimal(text, decimals)} USDT`;
  const usdt = (text: string) => `≈ ${format.amount(text, 2, 2)} USDT`;
  const into = [
    [t('roll.to'), to],
    [t('roll.deliversAt'), format.dateTime(deliversAt)],
    [t('column.quantity'), figures === null ? '–' : `${format.amount(figures.quantity, 8)} ${instrument.base}`],
  ] as const;
  if (figures === null) return <FactList className={order.summary} rows={into} />;
  const { closePrice, openPrice, basis, closingFee, openingFee, realisedPnl, margin, liquidationPrice } = figures;
  const rows = [
    ...into,
    [t(`roll.closePrice.${side}`), price(closePrice)],
    [t(`roll.openPrice.${side}`), price(openPrice)],
    [t('roll.basis'), <Amount value={basis} decimals={decimals} unit="USDT" signed />],
    [t('roll.closingFee'), usdt(closingFee)],
    [t('summary.openingFee'), usdt(openingFee)],
    [t('close.pnl'), <Amount value={realisedPnl} decimals={2} unit="USDT" signed />],
    [t('roll.margin', { leverage: format.count(leverage) }), usdt(margin)],
    [t('summary.liquidation'), price(liquidationPrice)],
  ] as const;
  return <FactList className={order.summary} rows={rows} />;
}
