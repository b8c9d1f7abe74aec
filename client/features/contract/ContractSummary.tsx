import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractOrderPreview } from '../../../contracts/contract.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import { toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { FactList } from '../../ui/FactList';
import { WhyButton } from '../policy/WhyButton';
import order from '../../orders/OrderForm.module.css';
import styles from './Contract.module.css';

type Row = readonly [string, ReactNode];

/** What an order takes and leads to, line by line: exact where the server holds it, with an "about" where the market decides; of an amended order what is on hold and the liquidation price before too. */
export function usePreviewRows(book: InstrumentView): (preview: ContractOrderPreview | undefined) => Row[] {
  const { t } = useTranslation(['contract', 'order']);
  const format = useFormat();
  const usdt = (text: string) => `${format.amount(text, 8, 2)} USDT`;
  const about = (text: string) => `≈ ${format.amount(text, 2, 2)} USDT`;
  const price = (text: string) => `${format.decimal(text, book.priceDecimals)} ${book.quote}`;
  const row = (name: string, text: string | null | undefined, show: (text: string) => string): Row[] =>
    text === null || text === undefined ? [] : [[name, show(text)]];
  const from = (was: string | null | undefined, then: string, show: (text: string) => string) =>
    typeof was === 'string' && show(was) !== show(then) ? `≈ ${show(was)} → ${show(then)} USDT` : undefined;
  const isNothing = (text: string | null | undefined) => toAmount(text ?? '0') === 0n;
  return (preview) => {
    if (preview === undefined) return [];
    const { averagePrice, worstPrice, initialMargin, openingFee, closingFee, openLoss, held, position, closing } =
      preview;
    const { before } = preview;
    const ends = position?.liquidationPrice;
    return [
      ...row(t('order:summary.average'), averagePrice, (text) => `≈ ${price(text)}`),
      ...row(t('order:summary.worst'), worstPrice, price),
      ...(isNothing(held)
        ? [
            ...(averagePrice === null ? row(t('summary.expected'), closing?.price, (text) => `≈ ${price(text)}`) : []),
            ...row(t('close.pnl'), closing?.pnl, about),
            ...row(t('summary.closingFee'), closing?.fee, about),
          ]
        : [
            ...row(t('summary.margin', { leverage: format.count(preview.leverage) }), initialMargin, about),
            ...row(t('summary.openingFee'), openingFee, about),
            ...row(t('summary.closingReserve'), closingFee, about),
            ...(isNothing(openLoss) ? [] : row(t('summary.openLoss'), openLoss, (text) => `≈ −${usdt(text)}`)),
            ...row(
              t('summary.held'),
              held,
              (text) => from(before?.held, text, (each) => format.amount(each, 2, 2)) ?? usdt(text),
            ),
          ]),
      ...(position === null
        ? []
        : [
            [t('summary.position'), `${format.amount(position.quantity, 8)} ${book.base}`] as const,
            [
              t('summary.liquidation'),
              ends === null || ends === undefined
                ? t('summary.never')
                : (from(before?.position?.liquidationPrice, ends, (text) => format.decimal(text, book.priceDecimals)) ??
                  `≈ ${price(ends)}`),
            ] as const,
            [
              t('summary.risk'),
              position.riskRate === null ? '>100%' : `≈ ${format.share(position.riskRate, 1)}`,
            ] as const,
          ]),
      ...row(t('summary.bankruptcy'), position?.bankruptcyPrice, (text) => `≈ ${price(text)}`),
    ];
  };
}

interface ContractSummaryProps {
  book: InstrumentView;
  preview: ContractOrderPreview | undefined;
}

/** Margin, fees and liquidation price before the click, as the server reckons them. */
export function ContractSummary({ book, preview }: ContractSummaryProps) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const rows = usePreviewRows(book)(preview);
  if (preview === undefined) return <p className={styles.note}>{t('summary.empty')}</p>;
  const { policy, feeRateMaker, feeRateTaker } = preview;
  return (
    <div data-testid="contract-summary">
      <FactList className={order.summary} rows={rows} />
      {preview.closesFirst !== null && (
        <p className={styles.note}>
          {t('summary.heldForAll', { quantity: format.amount(preview.closesFirst, 8), base: book.base })}
        </p>
      )}
      <p className={styles.note}>
        {t('summary.lot', { lot: format.amount(book.lotSize, 8), base: book.base })}{' '}
        {t('summary.rates', { maker: format.share(feeRateMaker), taker: format.share(feeRateTaker) })}{' '}
        <WhyButton policy={policy.name} version={policy.version} inputs={{}} />
      </p>
    </div>
  );
}
