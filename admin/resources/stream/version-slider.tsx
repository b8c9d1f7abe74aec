import FirstIcon from '@mui/icons-material/FirstPage';
import LastIcon from '@mui/icons-material/LastPage';
import NextIcon from '@mui/icons-material/ChevronRight';
import PreviousIcon from '@mui/icons-material/ChevronLeft';
import { IconButton, Slider, Stack, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { formatCount } from '../../lib/format';
import { useTag } from '../../ui/use-tag';

interface VersionSliderProps {
  version: number;
  headVersion: number;
  onChoose: (version: number) => void;
}

/** Travels through a stream's versions: by drag, by arrow keys, or to either end. */
export function VersionSlider({ version, headVersion, onChoose }: VersionSliderProps) {
  const translate = useTranslate();
  const tag = useTag();
  const [dragged, setDragged] = useState(version);
  useEffect(() => setDragged(version), [version]);
  const ends = [
    { icon: FirstIcon, to: 1, label: 'console.stream.first', off: version <= 1 },
    { icon: PreviousIcon, to: version - 1, label: 'console.stream.previous', off: version <= 1 },
    { icon: NextIcon, to: version + 1, label: 'console.stream.next', off: version >= headVersion },
    { icon: LastIcon, to: headVersion, label: 'console.stream.last', off: version >= headVersion },
  ];
  const button = ({ icon: Icon, to, label, off }: (typeof ends)[number]) => (
    <IconButton key={label} size="small" disabled={off} aria-label={translate(label)} onClick={() => onChoose(to)}>
      <Icon fontSize="small" />
    </IconButton>
  );
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ alignItems: { sm: 'center' }, columnGap: 3, rowGap: 1 }}>
      <Typography sx={{ whiteSpace: 'nowrap', minWidth: 150 }} aria-live="polite">
        {translate('console.stream.version_of', {
          version: formatCount(tag, dragged),
          head: formatCount(tag, headVersion),
        })}
      </Typography>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, flex: 1, minWidth: 0 }}>
        {ends.slice(0, 2).map(button)}
        <Slider
          aria-label={translate('resources.events.fields.version')}
          min={1}
          max={Math.max(headVersion, 1)}
          value={Math.min(dragged, headVersion)}
          disabled={headVersion <= 1}
          valueLabelDisplay="auto"
          onChange={(_event, value) => setDragged(value as number)}
          onChangeCommitted={(_event, value) => onChoose(value as number)}
          sx={{ marginInline: 1 }}
        />
        {ends.slice(2).map(button)}
      </Stack>
    </Stack>
  );
}
