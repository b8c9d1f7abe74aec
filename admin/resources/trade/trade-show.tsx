import { useCanAccess, useTranslate } from 'react-admin';
import type { StaffTradeRow } from '../../../contracts/staff.contract.js';
import { Facts } from '../../ui/facts';
import { Hash } from '../../ui/hash';
import { Section } from '../../ui/page';
import { RecordPage } from '../../ui/record-page';
import { EventLink, OrderLink, OwnerLink } from '../../ui/text-link';
import { Amount, Instant, RealmChip } from '../../ui/values';
import { EventPostings } from '../event/event-postings';

function TradeFacts({ trade }: { trade: StaffTradeRow }) {
  const translate = useTranslate();
  const label = (field: string) => translate(`resources.trades.fields.${field}`);
  return (
    <Facts
      facts={[
        { label: label('id'), value: <Hash value={trade.id} whole /> },
        { label: label('realm'), value: <RealmChip realm={trade.realm} /> },
        { label: label('product'), value: translate(`console.space.${trade.product}`) },
        { label: label('symbol'), value: trade.symbol },
        { label: label('at'), value: <Instant at={trade.at} /> },
        { label: label('price'), value: <Amount value={trade.price} /> },
        { label: label('quantity'), value: <Amount value={trade.quantity} /> },
        { label: label('makerOwnerId'), value: <OwnerLink ownerId={trade.makerOwnerId} /> },
        { label: label('takerOwnerId'), value: <OwnerLink ownerId={trade.takerOwnerId} /> },
        { label: label('makerOrderId'), value: <OrderLink orderId={trade.makerOrderId} /> },
        { label: label('takerOrderId'), value: <OrderLink orderId={trade.takerOrderId} /> },
        { label: label('feeMaker'), value: <Amount value={trade.feeMaker} /> },
        { label: label('rateMaker'), value: trade.rateMaker ?? '–' },
        { label: label('tierMaker'), value: trade.tierMaker ?? '–' },
        { label: label('feeTaker'), value: <Amount value={trade.feeTaker} /> },
        { label: label('rateTaker'), value: trade.rateTaker ?? '–' },
        { label: label('tierTaker'), value: trade.tierTaker ?? '–' },
        { label: label('position'), value: <EventLink realm={trade.realm} position={trade.position} /> },
      ]}
    />
  );
}

/** One trade: both sides of it, and the postings that moved the money. */
export function TradeShow() {
  const { canAccess: readsEvents = false } = useCanAccess({ resource: 'events', action: 'show' });
  return (
    <RecordPage<StaffTradeRow>
      title={(trade) => `${trade.symbol} · ${trade.id}`}
      render={(trade) => (
        <>
          <Section>
            <TradeFacts trade={trade} />
          </Section>
          {readsEvents && <EventPostings realm={trade.realm} position={trade.position} />}
        </>
      )}
    />
  );
}
