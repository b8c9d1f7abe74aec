import { useCanAccess, useTranslate } from 'react-admin';
import type { StaffOrderRow } from '../../../contracts/staff.contract.js';
import { Facts } from '../../ui/facts';
import { Hash } from '../../ui/hash';
import { Section } from '../../ui/page';
import { RecordPage } from '../../ui/record-page';
import { EventLink, OwnerLink } from '../../ui/text-link';
import { Amount, Instant, OrderTypeText, RealmChip, SideText, StatusChip, YesNo } from '../../ui/values';
import { EventTimeline } from '../event/event-timeline';
import { OrderTrades } from './order-trades';

function OrderFacts({ order }: { order: StaffOrderRow }) {
  const translate = useTranslate();
  const label = (field: string) => translate(`resources.orders.fields.${field}`);
  return (
    <Facts
      facts={[
        { label: label('id'), value: <Hash value={order.id} whole /> },
        { label: label('realm'), value: <RealmChip realm={order.realm} /> },
        { label: label('ownerId'), value: <OwnerLink ownerId={order.ownerId} /> },
        { label: label('product'), value: translate(`console.space.${order.product}`) },
        { label: label('symbol'), value: order.symbol },
        { label: label('side'), value: <SideText side={order.side} /> },
        { label: label('type'), value: <OrderTypeText type={order.type} /> },
        ...(order.positionSide === null
          ? []
          : [
              { label: label('positionSide'), value: translate(`console.position_side.${order.positionSide}`) },
              { label: label('reduceOnly'), value: <YesNo value={order.reduceOnly} /> },
              { label: label('leverage'), value: order.leverage === null ? '–' : `${order.leverage}x` },
            ]),
        { label: label('price'), value: <Amount value={order.price} /> },
        ...(order.trigger === null
          ? []
          : [
              { label: label('stopPrice'), value: <Amount value={order.stopPrice} /> },
              { label: label('trigger'), value: translate(`console.stop_trigger.${order.trigger}`) },
            ]),
        { label: label('quantity'), value: <Amount value={order.quantity} /> },
        { label: label('filledQuantity'), value: <Amount value={order.filledQuantity} /> },
        { label: label('status'), value: <StatusChip status={order.status} /> },
        { label: label('placedAt'), value: <Instant at={order.placedAt} /> },
        { label: label('updatedAt'), value: <Instant at={order.updatedAt} /> },
        { label: label('position'), value: <EventLink realm={order.realm} position={order.position} /> },
      ]}
    />
  );
}

/** One order: its figures, its fills, and the events that made it what it is. */
export function OrderShow() {
  const { canAccess: readsEvents = false } = useCanAccess({ resource: 'events', action: 'list' });
  return (
    <RecordPage<StaffOrderRow>
      title={(order) => `${order.symbol} · ${order.id}`}
      render={(order) => (
        <>
          <Section>
            <OrderFacts order={order} />
          </Section>
          <OrderTrades order={order} />
          {readsEvents && <EventTimeline filter={{ realm: order.realm, orderId: order.id }} realm={order.realm} />}
        </>
      )}
    />
  );
}
