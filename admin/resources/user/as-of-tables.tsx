import { useTranslate } from 'react-admin';
import { Box } from '@mui/material';
import type { PersonAsOfView } from '../../../contracts/staff-history.contract.js';
import { showLink } from '../../lib/addresses';
import { Hash } from '../../ui/hash';
import { Section } from '../../ui/page';
import { PlainTable } from '../../ui/plain-table';
import { Nothing } from '../../ui/states';
import { GuardedLink, OrderLink, StreamLink } from '../../ui/text-link';
import { Amount, Instant, OrderTypeText, SideText } from '../../ui/values';
import { useValueLabel, ValueText } from '../policy/value-tables';
import { BalanceTable } from './balance-table';

export function BalancesThen({ view }: { view: PersonAsOfView }) {
  const translate = useTranslate();
  const title = translate('console.user.balances');
  return (
    <Section title={title} flush>
      {view.balances.length === 0 ? (
        <Nothing compact text={translate('console.as_of.no_balance')} />
      ) : (
        <BalanceTable rows={view.balances} />
      )}
    </Section>
  );
}

export function OrdersThen({ view }: { view: PersonAsOfView }) {
  const translate = useTranslate();
  const title = translate('console.user.open_orders');
  const field = (name: string) => translate(`resources.orders.fields.${name}`);
  return (
    <Section title={title} flush>
      {view.orders.length === 0 ? (
        <Nothing compact text={translate('console.as_of.no_orders')} />
      ) : (
        <PlainTable
          label={title}
          rows={view.orders}
          rowKey={({ orderId }) => orderId}
          columns={[
            { key: 'id', label: field('id'), render: ({ orderId }) => <OrderLink orderId={orderId} /> },
            { key: 'placedAt', label: field('placedAt'), render: ({ placedAt }) => <Instant at={placedAt} /> },
            { key: 'symbol', label: field('symbol'), render: ({ symbol }) => symbol },
            { key: 'side', label: field('side'), render: ({ side }) => <SideText side={side} /> },
            { key: 'type', label: field('type'), render: ({ kind }) => <OrderTypeText type={kind} /> },
            {
              key: 'quantity',
              label: field('quantity'),
              align: 'right',
              render: ({ quantity }) => <Amount value={quantity} />,
            },
            {
              key: 'remaining',
              label: translate('console.as_of.remaining'),
              align: 'right',
              render: ({ remaining }) => <Amount value={remaining} />,
            },
            { key: 'price', label: field('price'), align: 'right', render: ({ price }) => <Amount value={price} /> },
            {
              key: 'held',
              label: translate('console.balance.frozen'),
              align: 'right',
              render: ({ held, heldAsset }) => <Amount value={held} asset={heldAsset} />,
            },
          ]}
        />
      )}
    </Section>
  );
}

export function PoliciesThen({ view }: { view: PersonAsOfView }) {
  const translate = useTranslate();
  const label = useValueLabel();
  return (
    <Section title={translate('console.as_of.policies')}>
      <Box sx={{ columnWidth: 320, columnGap: 3 }}>
        {view.policies.map(({ name, version, values }) => (
          <Box
            component="details"
            key={name}
            sx={{ paddingBlock: 0.5, breakInside: 'avoid', '& > summary': { cursor: 'pointer' } }}
          >
            <summary>
              {translate(`policy.name.${name}`, { _: name })} ·{' '}
              <GuardedLink resource="policies" to={showLink('policies', name)}>
                {translate('policy.version', { version })}
              </GuardedLink>
            </summary>
            <Box sx={{ display: 'grid', fontSize: 12.5, paddingInlineStart: 2, paddingBlock: 0.5 }}>
              {Object.entries(values).map(([key, value]) => (
                <span key={key}>
                  {label(name, key)} <ValueText policy={name} name={key} value={value} />
                </span>
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </Section>
  );
}

/** Each stream at the version that it had, with the hash of that state: the stream's own page shows the same. */
export function StreamsThen({ view }: { view: PersonAsOfView }) {
  const translate = useTranslate();
  const title = translate('console.as_of.streams');
  const field = (name: string) => translate(`resources.streams.fields.${name}`);
  return (
    <Section title={title} flush>
      <PlainTable
        label={title}
        rows={view.streams}
        rowKey={({ stream }) => stream}
        columns={[
          {
            key: 'stream',
            label: field('stream'),
            render: ({ stream, version }) => <StreamLink realm={view.realm} stream={stream} version={version} />,
          },
          { key: 'version', label: field('version'), align: 'right', render: ({ version }) => version },
          {
            key: 'hash',
            label: translate('resources.events.fields.hash'),
            render: ({ stateHash }) => <Hash value={stateHash} />,
          },
        ]}
      />
    </Section>
  );
}
