import CheckIcon from '@mui/icons-material/Check';
import CopyIcon from '@mui/icons-material/ContentCopy';
import { Box, IconButton, Tooltip } from '@mui/material';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { shorten } from '../lib/format';
import { MONO } from './fonts';

export function Mono({ children }: { children: React.ReactNode }) {
  return (
    <Box component="span" sx={{ fontFamily: MONO, fontSize: '0.92em', 'td &': { whiteSpace: 'nowrap' } }}>
      {children}
    </Box>
  );
}

export function CopyText({ text }: { text: string }) {
  const translate = useTranslate();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const label = translate(copied ? 'console.copied' : 'console.copy');
  return (
    <Tooltip title={label}>
      <IconButton
        size="small"
        aria-label={label}
        color={copied ? 'success' : 'default'}
        onClick={(event) => {
          event.stopPropagation();
          void navigator.clipboard?.writeText(text).then(() => setCopied(true));
        }}
      >
        {copied ? <CheckIcon sx={{ fontSize: 14 }} /> : <CopyIcon sx={{ fontSize: 14 }} />}
      </IconButton>
    </Tooltip>
  );
}

/** A hash or key: both its ends to the eye, all of it to the clipboard. `whole` shows everything, broken where it must. */
export function Hash({ value, whole = false, copy = true }: { value: string; whole?: boolean; copy?: boolean }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.25, maxWidth: '100%' }}>
      <Box component="span" title={value} sx={whole ? { wordBreak: 'break-all' } : { whiteSpace: 'nowrap' }}>
        <Mono>{whole ? value : shorten(value)}</Mono>
      </Box>
      {copy && value !== '' && <CopyText text={value} />}
    </Box>
  );
}
