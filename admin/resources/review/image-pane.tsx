import BlurIcon from '@mui/icons-material/BlurOn';
import FitIcon from '@mui/icons-material/FitScreen';
import TurnIcon from '@mui/icons-material/Rotate90DegreesCw';
import OpenIcon from '@mui/icons-material/VisibilityOutlined';
import ZoomInIcon from '@mui/icons-material/ZoomIn';
import ZoomOutIcon from '@mui/icons-material/ZoomOut';
import { Alert, Box, Button, CircularProgress, IconButton, Stack, Tooltip, Typography } from '@mui/material';
import { useEffect, useRef, useState, type PointerEvent, type ReactNode, type RefObject } from 'react';
import { useTranslate } from 'react-admin';
import { FITTED, moved, transformOf, turned, zoomed, ZOOM_STEP, type Frame } from './frame';
import { openImage } from './review-calls';

/** What keys and buttons do with the picture in the pane. */
export interface PaneControls {
  toggle(): void;
  zoom(factor: number): void;
  turn(): void;
  fit(): void;
  move(x: number, y: number): void;
}

interface PaneProps {
  imageId: string;
  requestId: string;
  /** What it shows, in words. */
  name: string;
  active: boolean;
  activate: () => void;
  /** The picture is in sight. */
  onOpened: (imageId: string) => void;
  /** Hands the controls to the page's keyboard. */
  control: (controls: PaneControls) => void;
}

type Look = { at: 'closed' } | { at: 'opening' } | { at: 'open'; url: string } | { at: 'failed'; message: string };

type Named = Pick<PaneProps, 'imageId' | 'requestId' | 'onOpened'>;

/** The picture while it is open; its address is revoked on closing. Every opening is a new request. */
function useImage({ imageId, requestId, onOpened }: Named, wanted: boolean): Look {
  const [look, setLook] = useState<Look>({ at: 'closed' });
  useEffect(() => {
    if (!wanted) return undefined;
    const stop = new AbortController();
    let url: string | undefined;
    void (async () => {
      setLook({ at: 'opening' });
      try {
        url = await openImage(imageId, requestId, stop.signal);
        if (stop.signal.aborted) URL.revokeObjectURL(url);
        else {
          setLook({ at: 'open', url });
          onOpened(imageId);
        }
      } catch (error) {
        if (!stop.signal.aborted) setLook({ at: 'failed', message: error instanceof Error ? error.message : '' });
      }
    })();
    return () => {
      stop.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
      setLook({ at: 'closed' });
    };
  }, [imageId, requestId, onOpened, wanted]);
  return look;
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} onClick={onClick}>
        {children}
      </IconButton>
    </Tooltip>
  );
}

/** Nothing of the picture is in the browser before it is opened; a pattern stands in its place. */
function Veil({ name, open }: { name: string; open: () => void }) {
  const translate = useTranslate();
  return (
    <Stack
      spacing={1.5}
      sx={{
        position: 'absolute',
        inset: 0,
        alignItems: 'center',
        justifyContent: 'center',
        padding: 2,
        backgroundImage: 'repeating-linear-gradient(45deg, transparent 0 14px, rgba(127, 127, 127, .14) 14px 28px)',
      }}
    >
      <BlurIcon color="disabled" sx={{ fontSize: 44 }} />
      <Button variant="outlined" startIcon={<OpenIcon />} onClick={open}>
        {translate('console.review.image_open', { name })}
      </Button>
      <Typography variant="caption" color="textSecondary" sx={{ textAlign: 'center' }}>
        {translate('console.review.image_recorded')}
      </Typography>
    </Stack>
  );
}

const HEIGHT = { xs: '52vh', md: 'calc(100vh - 240px)' };

type SetFrame = (change: (now: Frame) => Frame) => void;

function useWheel(box: RefObject<HTMLDivElement | null>, setFrame: SetFrame): void {
  useEffect(() => {
    const pane = box.current;
    if (pane === null) return undefined;
    // React listens passively to the wheel, and then the page would scroll along.
    const turnWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top, width, height } = pane.getBoundingClientRect();
      const at = { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 };
      setFrame((now) => zoomed(now, event.deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP, at));
    };
    pane.addEventListener('wheel', turnWheel, { passive: false });
    return () => pane.removeEventListener('wheel', turnWheel);
  }, [box, setFrame]);
}

/** The area in which the picture lies; the wheel enlarges around the pointer, pulling moves. */
function Picture(props: {
  look: Look;
  name: string;
  frame: Frame;
  setFrame: SetFrame;
  open: () => void;
  box: RefObject<HTMLDivElement | null>;
}) {
  const { look, name, frame, setFrame, open, box } = props;
  const translate = useTranslate();
  useWheel(box, setFrame);
  const isOpen = look.at === 'open';
  const pull = ({ buttons, movementX: x, movementY: y, currentTarget }: PointerEvent<HTMLDivElement>) => {
    const { clientWidth: width, clientHeight: height } = currentTarget;
    if (buttons === 1 && isOpen) setFrame((now) => moved(now, { x, y }, { width, height }));
  };
  return (
    <Box
      ref={box}
      onPointerMove={pull}
      onPointerDown={(event) => isOpen && event.currentTarget.setPointerCapture(event.pointerId)}
      sx={{
        position: 'relative',
        height: HEIGHT,
        minHeight: 320,
        overflow: 'hidden',
        bgcolor: 'background.default',
        touchAction: 'none',
        cursor: isOpen && frame.zoom > 1 ? 'grab' : 'default',
      }}
    >
      {look.at === 'closed' && <Veil name={name} open={open} />}
      {look.at === 'opening' && (
        <Box sx={{ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center' }}>
          <CircularProgress size={28} aria-label={translate('ra.page.loading')} />
        </Box>
      )}
      {look.at === 'failed' && <Alert severity="error">{translate(look.message, { _: look.message })}</Alert>}
      {isOpen && (
        <img
          src={look.url}
          alt={name}
          draggable={false}
          style={{
            position: 'absolute',
            inset: 0,
            width: '100%',
            height: '100%',
            objectFit: 'contain',
            userSelect: 'none',
            transform: transformOf(frame),
          }}
        />
      )}
    </Box>
  );
}

function Tools({ controls }: { controls: PaneControls }) {
  const translate = useTranslate();
  return (
    <>
      <Tool label={translate('console.review.zoom_out')} onClick={() => controls.zoom(1 / ZOOM_STEP)}>
        <ZoomOutIcon fontSize="small" />
      </Tool>
      <Tool label={translate('console.review.zoom_in')} onClick={() => controls.zoom(ZOOM_STEP)}>
        <ZoomInIcon fontSize="small" />
      </Tool>
      <Tool label={translate('console.review.turn')} onClick={controls.turn}>
        <TurnIcon fontSize="small" />
      </Tool>
      <Tool label={translate('console.review.fit')} onClick={controls.fit}>
        <FitIcon fontSize="small" />
      </Tool>
      <Tool label={translate('console.review.image_close')} onClick={controls.toggle}>
        <BlurIcon fontSize="small" />
      </Tool>
    </>
  );
}

/** One private image: closed until somebody opens it, then enlarged, moved and turned by mouse, touch or keys. */
export function ImagePane({ imageId, requestId, name, active, activate, onOpened, control }: PaneProps) {
  const box = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(false);
  const [frame, setFrame] = useState<Frame>(FITTED);
  const look = useImage({ imageId, requestId, onOpened }, wanted);
  const controls: PaneControls = {
    toggle: () => {
      setFrame(FITTED);
      setWanted(!wanted);
    },
    zoom: (factor) => setFrame((now) => zoomed(now, factor)),
    turn: () => setFrame(turned),
    fit: () => setFrame(FITTED),
    move: (x, y) => {
      const { clientWidth: width = 0, clientHeight: height = 0 } = box.current ?? {};
      setFrame((now) => moved(now, { x, y }, { width, height }));
    },
  };
  useEffect(() => {
    if (active) control(controls);
  });
  return (
    <Stack
      component="figure"
      aria-label={name}
      data-pane={look.at}
      data-zoom={frame.zoom}
      data-quarters={frame.quarters}
      onPointerDown={activate}
      onFocus={activate}
      sx={{
        margin: 0,
        minWidth: 0,
        border: 1,
        borderColor: active ? 'primary.main' : 'divider',
        borderRadius: 1,
        overflow: 'hidden',
      }}
    >
      <Stack
        component="figcaption"
        direction="row"
        sx={{
          alignItems: 'center',
          gap: 0.5,
          padding: '4px 8px',
          minHeight: 40,
          borderBlockEnd: 1,
          borderColor: 'divider',
        }}
      >
        <Typography variant="body2" noWrap sx={{ flex: 1, fontWeight: 600 }}>
          {name}
        </Typography>
        {look.at === 'open' && <Tools controls={controls} />}
      </Stack>
      <Picture look={look} name={name} frame={frame} setFrame={setFrame} open={controls.toggle} box={box} />
    </Stack>
  );
}
