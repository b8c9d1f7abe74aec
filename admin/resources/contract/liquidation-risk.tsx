import { Alert, Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { staffLiquidationRisk } from '../../../contracts/contract.calls.js';
import type { LiquidationRiskView, StaffRiskRow } from '../../../contracts/contract.staff.contract.js';
import { api } from '../../lib/http';
import { Section } from '../../ui/page';
import { PlainTable, type PlainColumn } from '../../ui/plain-table';
import { Nothing } from '../../ui/states';
import { OwnerLink } from '../../ui/text-link';
import { Amount, RealmChip, Share } from '../../ui/values';
import { NarrowedPage, useFields } from './narrowed';

const NAME = 'liquidation-risk';
const COUNT = 50;

type Figure =
  | 'quantity'
  | 'markPrice'
  | 'liquidationPrice'
  | 'notional'
  | 'margin'
  | 'marginBalance'
  | 'maintenanceMargin';
const figure = (key: Figure): Omit<PlainColumn<StaffRiskRow>, 'label'> => ({
  key,
  align: 'right',
  render: (row) => <Amount value={row[key]} />,
});

function SideOf({ side }: { side: StaffRiskRow['side'] }) {
  return <>{useTranslate()(`console.held_side.${side}`)}</>;
}

/** Without a rate nothing is left of the margin. From the warning on it stands out. */
function RiskRate({ rate, warningAt }: { rate: string | null; warningAt: string }) {
  const isNear = rate === null || Number(rate) >= Number(warningAt);
  return (
    <Box component="span" sx={{ color: isNear ? 'error.main' : 'inherit', fontWeight: isNear ? 600 : 400 }}>
      <Share value={rate} />
    </Box>
  );
}

const columnsFor = (warningAt: string): readonly Omit<PlainColumn<StaffRiskRow>, 'label'>[] => [
  { key: 'symbol', render: ({ symbol }) => <b>{symbol}</b> },
  { key: 'realm', render: ({ realm }) => <RealmChip realm={realm} /> },
  { key: 'side', render: ({ side }) => <SideOf side={side} /> },
  { key: 'distance', align: 'right', render: ({ distance }) => <Share value={distance} /> },
  { key: 'riskRate', align: 'right', render: ({ riskRate }) => <RiskRate rate={riskRate} warningAt={warningAt} /> },
  figure('markPrice'),
  figure('liquidationPrice'),
  figure('quantity'),
  figure('notional'),
  { key: 'leverage', align: 'right', render: ({ leverage }) => `${leverage}x` },
  figure('margin'),
  figure('marginBalance'),
  figure('maintenanceMargin'),
  { key: 'unrealisedPnl', align: 'right', render: ({ unrealisedPnl }) => <Amount signed value={unrealisedPnl} /> },
  {
    key: 'deleveraging',
    align: 'right',
    render: ({ deleveraging }) => (deleveraging === null ? '–' : `${deleveraging}/5`),
  },
  { key: 'userId', render: ({ userId }) => <OwnerLink ownerId={userId} /> },
];

/** The open positions of all contracts that are nearest to liquidation. */
export function LiquidationRisk() {
  const translate = useTranslate();
  return (
    <NarrowedPage
      resource={NAME}
      read={(narrowed, signal) => api.call(staffLiquidationRisk, { ...narrowed, count: COUNT }, { signal })}
    >
      {({ positions, unwatched, warningAt }) => (
        <>
          {unwatched.length > 0 && (
            <Alert severity="info" variant="outlined">
              {translate('console.contract.unwatched', { symbols: unwatched.map(({ symbol }) => symbol).join(', ') })}
            </Alert>
          )}
          <Section flush>
            <Positions positions={positions} warningAt={warningAt} />
          </Section>
        </>
      )}
    </NarrowedPage>
  );
}

function Positions({ positions, warningAt }: Pick<LiquidationRiskView, 'positions' | 'warningAt'>) {
  const translate = useTranslate();
  const columns = useFields(NAME, columnsFor(warningAt));
  if (positions.length === 0) return <Nothing text={translate(`console.empty.${NAME}`)} />;
  return (
    <PlainTable
      label={translate(`resources.${NAME}.name`, { smart_count: 2 })}
      columns={columns}
      rows={positions}
      rowKey={({ realm, ownerId, symbol, side }) => `${realm}:${ownerId}:${symbol}:${side}`}
    />
  );
}
