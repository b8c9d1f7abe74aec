import { Box } from '@mui/material';
import { MONO } from './fonts';

/** Long collections show their beginning; the whole is in the copy. */
const CHILDREN_MAX = 200;

function Leaf({ value }: { value: unknown }) {
  const color = typeof value === 'string' ? 'success.main' : typeof value === 'number' ? 'info.main' : 'warning.main';
  return (
    <Box component="span" sx={{ color, overflowWrap: 'anywhere' }}>
      {JSON.stringify(value) ?? 'undefined'}
    </Box>
  );
}

function Node({ name, value, depth, openTo }: { name: string | null; value: unknown; depth: number; openTo: number }) {
  const label = name === null ? null : <Box component="span" sx={{ color: 'text.secondary' }}>{`${name}: `}</Box>;
  if (typeof value !== 'object' || value === null)
    return (
      <Box sx={{ paddingInlineStart: '14px' }}>
        {label}
        <Leaf value={value} />
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
          <Node key={key} name={key} value={child} depth={depth + 1} openTo={openTo} />
        ))}
        {children.length > CHILDREN_MAX && (
          <Box sx={{ color: 'text.secondary' }}>{`… +${children.length - CHILDREN_MAX}`}</Box>
        )}
      </Box>
    </Box>
  );
}

/** Any JSON value as a tree that opens and closes by keyboard as well (native disclosure elements). */
export function JsonTree({ value, openTo = 2 }: { value: unknown; openTo?: number }) {
  return (
    <Box sx={{ fontFamily: MONO, fontSize: 12.5, lineHeight: 1.65, overflowX: 'auto' }}>
      <Node name={null} value={value} depth={0} openTo={openTo} />
    </Box>
  );
}
