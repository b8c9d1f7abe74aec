import BrokenIcon from '@mui/icons-material/LinkOff';
import LinkedIcon from '@mui/icons-material/Link';
import FirstIcon from '@mui/icons-material/Flag';
import { Chip, Tooltip } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { LinkState } from '../lib/chain-links';

const LOOK = {
  linked: { icon: LinkedIcon, color: 'success' },
  broken: { icon: BrokenIcon, color: 'error' },
  first: { icon: FirstIcon, color: 'success' },
} as const;

/** Whether an event follows from the one before it, as the server computed it. */
export function ChainMark({ state, labelled = false }: { state: LinkState; labelled?: boolean }) {
  const translate = useTranslate();
  const { icon: Icon, color } = LOOK[state];
  const label = translate(`console.link.${state}`);
  if (labelled)
    return <Chip size="small" variant="outlined" color={color} icon={<Icon />} label={label} data-link-state={state} />;
  return (
    <Tooltip title={label}>
      <Icon sx={{ fontSize: 17, display: 'block' }} color={color} titleAccess={label} data-link-state={state} />
    </Tooltip>
  );
}
