import { Box, Chip, Tooltip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatCount, formatDecimal, formatInstant, formatIso, formatShare } from '../lib/format';
import { useTag } from './use-tag';

/** An amount with all its digits; negative ones in the warning tone where `signed`. */
export function Amount({ value, asset, signed = false }: { value: string | null; asset?: string; signed?: boolean }) {
  const tag = useTag();
  if (value === null) return <Box component="span">–</Box>;
  const negative = value.startsWith('-');
  const color = !signed ? 'inherit' : negative ? 'error.main' : 'success.main';
  return (
    <Box component="span" sx={{ color, whiteSpace: 'nowrap' }}>
      {signed && !negative && value !== '0' ? '+' : ''}
      {formatDecimal(tag, value)}
      {asset !== undefined && (
        <Box component="span" sx={{ color: 'text.secondary', marginInlineStart: 0.5, fontSize: '0.85em' }}>
          {asset}
        </Box>
      )}
    </Box>
  );
}

/** Local time, in lists without this year's number; the exact instant in UTC on hover and focus. */
export function Instant({ at, short = false }: { at: number | null; short?: boolean }) {
  const tag = useTag();
  if (at === null) return <Box component="span">–</Box>;
  return (
    <Tooltip title={formatIso(at)}>
      <Box component="time" dateTime={formatIso(at)} sx={{ 'td &': { whiteSpace: 'nowrap' } }}>
        {formatInstant(tag, at, short ? new Date().getFullYear() : undefined)}
      </Box>
    </Tooltip>
  );
}

export function Count({ value }: { value: number }) {
  return <>{formatCount(useTag(), value)}</>;
}

/** A decimal share as a percentage. */
export function Share({ value }: { value: string | null }) {
  const tag = useTag();
  return <>{value === null ? '–' : formatShare(tag, value)}</>;
}

const REALM_COLOR = { house: 'default', demo: 'info', real: 'warning' } as const;

export function RealmChip({ realm }: { realm: string }) {
  const translate = useTranslate();
  const color = REALM_COLOR[realm as keyof typeof REALM_COLOR] ?? 'default';
  return (
    <Chip size="small" variant="outlined" color={color} label={translate(`console.realm.${realm}`, { _: realm })} />
  );
}

const GOOD = new Set(['filled', 'active', 'live', 'revealed', 'writing', 'in-force']);
const BUSY = new Set(['unfilled', 'trading', 'running', 'rebuilding']);
const BAD = new Set(['frozen', 'halted', 'lease-lost', 'overdue', 'locked', 'disabled']);

function statusColor(status: string): 'success' | 'info' | 'error' | 'default' {
  if (GOOD.has(status)) return 'success';
  if (BUSY.has(status)) return 'info';
  return BAD.has(status) ? 'error' : 'default';
}

/** A status by the specification's label, in the reader's language; one we do not know is shown as it is. */
export function StatusChip({ status }: { status: string }) {
  const translate = useTranslate();
  return (
    <Chip
      size="small"
      color={statusColor(status)}
      variant="outlined"
      label={translate(`console.status.${status}`, { _: status })}
    />
  );
}

export function SideText({ side }: { side: string }) {
  const translate = useTranslate();
  return (
    <Box component="span" sx={{ color: side === 'buy' ? 'success.main' : 'error.main', fontWeight: 600 }}>
      {translate(`console.side.${side}`, { _: side })}
    </Box>
  );
}

export function YesNo({ value }: { value: boolean }) {
  return <>{useTranslate()(`ra.boolean.${value}`)}</>;
}

export function OrderTypeText({ type }: { type: string }) {
  return <>{useTranslate()(`console.order_type.${type}`, { _: type })}</>;
}
