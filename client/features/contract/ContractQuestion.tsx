import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractOrderPreview } from '../../../contracts/contract.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import { useFormat } from '../../lib/format';
import { triggerField } from '../../orders/order-fields';
import { writtenLevels } from '../../../shared/attached';
import { useLevelText } from '../../orders/level-text';
import { FactList } from '../../ui/FactList';
import { actionOf, type ContractOrderBody, type Intent } from './contract-form';
import { usePreviewRows } from './ContractSummary';
import order from '../../orders/OrderForm.module.css';

interface ContractQuestionProps {
  body: ContractOrderBody;
  book: InstrumentView;
  intent: Intent;
  /** The server's figures, where they have come. */
  checked: ContractOrderPreview | undefined;
}

/** What is about to be placed, before the second click: what was typed as it is, and what follows from it. */
export function ContractQuestion({ body, book, intent, checked }: ContractQuestionProps) {
  const { t } = useTranslation(['contract', 'order']);
  const format = useFormat();
  const rowsOf = usePreviewRows(book);
  const levelText = useLevelText(book.priceDecimals);
  const price = (text: string) => `${format.decimal(text, book.priceDecimals)} ${book.quote}`;
  const rows: (readonly [string, ReactNode])[] = [
    [t('order:field.quantity'), `${format.amount(body.quantity, book.quantityDecimals)} ${book.base}`],
    ...(body.price === undefined ? [] : [[t('order:field.price'), price(body.price)] as const]),
    ...(body.stopPrice === undefined ? [] : [[t(`order:${triggerField(body.type)}`), price(body.stopPrice)] as const]),
    ...(body.callback === undefined ? [] : [[t('order:field.callback'), body.callback] as const]),
    ...(body.activationPrice === undefined
      ? []
      : [[t('order:field.activationPrice'), price(body.activationPrice)] as const]),
    ...(body.trigger === undefined ? [] : [[t('order:field.trigger'), t(`order:trigger.${body.trigger}`)] as const]),
    ...(body.attached === undefined ? [] : writtenLevels(body.attached)).map(
      (level, index) => [t('order:attached.level', { number: format.count(index + 1) }), levelText(level)] as const,
    ),
    ...rowsOf(checked),
  ];
  return (
    <>
      <p>
        <b className={intent.side === 'buy' ? 'up' : 'down'}>{t(`action.${actionOf(intent)}`)}</b> ·{' '}
        {t(`order:type.${body.type}`)}
      </p>
      <FactList className={order.summary} rows={rows} />
    </>
  );
}
