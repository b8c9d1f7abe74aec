import { Box } from '@mui/material';
import type { NamedId } from '../../contracts/staff-history.contract.js';
import { MONO } from './fonts';
import { NamedLink } from './text-link';

/** Long collections show their beginning; the whole is in the copy. */
const CHILDREN_MAX = 200;

type Ids = Record<string, NamedId>;

/** Ids stand as they are written, linked; a person's or a member's name stands behind. */
function Leaf({ value, ids }: { value: unknown; ids: Ids }) {
  const named = typeof value === 'string' ? ids[value] : undefined;
  if (typeof value === 'string' && named !== undefined) return <IdLeaf id={value} named={named} />;
  const color = typeof value === 'string' ? 'success.main' : typeof value === 'number' ? 'info.main' : 'warning.main';
  return (
    <Box component="span" sx={{ color, overflowWrap: 'anywhere' }}>
      {JSON.stringify(value) ?? 'undefined'}
    </Box>
  );
}

function IdLeaf({ id, named }: { id: string; named: NamedId }) {
  if (named.of !== 'person' && named.of !== 'staff') return <NamedLink id={id} named={named} />;
  return (
    <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
      <Box component="span" sx={{ color: 'success.main' }}>
        {JSON.stringify(id)}
      </Box>{' '}
      <NamedLink id={id} named={named} />
    </Box>
  );
}

interface NodeProps {
  name: string | null;
  value: unknown;
  depth: number;
  openTo: number;
  ids: Ids;
}

function Node({ name, value, depth, openTo, ids }: NodeProps) {
  const label = name === null ? null : <Box component="span" sx={{ color: 'text.secondary' }}>{`${name}: `}</Box>;
  if (typeof value !== 'object' || value === null)
    return (
      <Box sx={{ paddingInlineStart: '14px' }}>
        {label}
        <Leaf value={value} ids={ids} />
      </Box>
    );
  const children = Object.entries(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (children.length === 0)
    return (
      <Box sx={{ paddingInlineStart: '14px' }}>
        {label}
        {open + close}
      </Box>
    );
  return (
    <Box component="details" open={depth < openTo} sx={{ '& > summary': { cursor: 'pointer' } }}>
      <summary>
        {label}
        <Box component="span" sx={{ color: 'text.secondary' }}>{`${open}${children.length}${close}`}</Box>
      </summary>
      <Box sx={{ borderInlineStart: 1, borderColor: 'divider', marginInlineStart: '5px', paddingInlineStart: 1 }}>
        {children.slice(0, CHILDREN_MAX).map(([key, child]) => (
          <Node key={key} name={key} value={child} depth={depth + 1} openTo={openTo} ids={ids} />
        ))}
        {children.length > CHILDREN_MAX && (
          <Box sx={{ color: 'text.secondary' }}>{`… +${children.length - CHILDREN_MAX}`}</Box>
        )}
      </Box>
    </Box>
  );
}

/** Any JSON value as a tree that opens and closes by keyboard as well (native disclosure elements). */
export function JsonTree({ value, openTo = 2, ids = {} }: { value: unknown; openTo?: number; ids?: Ids }) {
  return (
    <Box sx={{ fontFamily: MONO, fontSize: 12.5, lineHeight: 1.65, overflowX: 'auto' }}>
      <Node name={null} value={value} depth={0} openTo={openTo} ids={ids} />
    </Box>
  );
}
