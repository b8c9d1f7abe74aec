import SideIcon from '@mui/icons-material/VerticalSplitOutlined';
import { Box, Button, Stack, Tab, Tabs } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Nothing } from '../../ui/states';
import { ImagePane, type PaneControls } from './image-pane';

interface ShownImage {
  id: string;
  purpose: string;
}

/** What the page's keys do with the images. */
export interface ViewerControls {
  pane: PaneControls | null;
  next(): void;
  side(): void;
}

interface ViewerProps {
  images: readonly ShownImage[];
  requestId: string;
  onOpened: (imageId: string) => void;
  control: (controls: ViewerControls) => void;
}

/** The images of a request, one at a time or two beside each other. */
export function ImageViewer({ images, requestId, onOpened, control }: ViewerProps) {
  const translate = useTranslate();
  const [shown, setShown] = useState<readonly [number, number]>([0, 1]);
  const [beside, setBeside] = useState(false);
  const [active, setActive] = useState<0 | 1>(0);
  if (images.length === 0) return <Nothing compact text={translate('console.review.images_none')} />;
  const two = beside && images.length > 1;
  const panes = two ? ([0, 1] as const) : ([0] as const);
  const here = two ? active : 0;
  const show = (index: number) => setShown(here === 0 ? [index, shown[1]] : [shown[0], index]);
  const controls: Omit<ViewerControls, 'pane'> = {
    next: () => show((shown[here] + 1) % images.length),
    side: () => {
      setBeside(!beside);
      setActive(0);
    },
  };
  const nameOf = ({ purpose }: ShownImage) => translate(`review.purpose.${purpose}`, { _: purpose });
  return (
    <Stack spacing={1} sx={{ minWidth: 0 }}>
      <Choice
        names={images.map(nameOf)}
        value={Math.min(shown[here], images.length - 1)}
        show={show}
        beside={two}
        toggle={controls.side}
      />
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: two ? '1fr 1fr' : '1fr', minWidth: 0 }}>
        {panes.map((place) => {
          const image = images[Math.min(shown[place], images.length - 1)]!;
          return (
            <ImagePane
              key={`${place}:${image.id}`}
              imageId={image.id}
              requestId={requestId}
              name={nameOf(image)}
              active={here === place}
              activate={() => setActive(place)}
              onOpened={onOpened}
              control={(pane) => control({ ...controls, pane })}
            />
          );
        })}
      </Box>
    </Stack>
  );
}

interface ChoiceProps {
  names: readonly string[];
  value: number;
  show: (index: number) => void;
  beside: boolean;
  toggle: () => void;
}

/** Which image is shown, and whether another stands beside it. */
function Choice({ names, value, show, beside, toggle }: ChoiceProps) {
  const translate = useTranslate();
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', justifyContent: 'flex-end', flexWrap: 'wrap', columnGap: 1, minWidth: 0 }}
    >
      <Tabs
        value={value}
        onChange={(_, index: number) => show(index)}
        variant="scrollable"
        aria-label={translate('console.review.images')}
        sx={{
          flex: '1 1 280px',
          minWidth: 0,
          minHeight: 40,
          '& .MuiTab-root': { minHeight: 40, textTransform: 'none' },
        }}
      >
        {names.map((name, index) => (
          <Tab key={`${index}:${name}`} label={name} />
        ))}
      </Tabs>
      {names.length > 1 && (
        <Button size="small" startIcon={<SideIcon />} aria-pressed={beside} onClick={toggle}>
          {translate('console.review.side_by_side')}
        </Button>
      )}
    </Stack>
  );
}
