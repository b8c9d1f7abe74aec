import { Alert, Box, Button, Stack } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { ReviewView } from '../../../contracts/review.contract.js';
import { Section } from '../../ui/page';
import { Countdown } from './countdown';
import { DecisionPanel } from './decision-panel';
import { isWhole, REASON_KEYS, reasonsFor, withCheck, withReason, type Draft } from './draft';
import { ZOOM_STEP } from './frame';
import type { PaneControls } from './image-pane';
import { ImageViewer, type ViewerControls } from './image-viewer';
import { blank, claimNext, decideReview, releaseReview } from './review-calls';
import { Beside } from './beside';
import { Earlier, Fields, Signals } from './review-facts';
import { ReviewKeySheet, useReviewKeys, type KeyActions } from './review-keys';
import { Why } from './why';
import { useClaim } from './use-claim';

interface BenchProps {
  view: ReviewView;
  details: NonNullable<ReviewView['details']>;
  reload: () => void;
  /** Goes to another request, or back to the queue when there is none. */
  leave: (next: string | undefined) => void;
  children: ReactNode;
}

/** The decision stands beside what it is about, or stays at the bottom of the screen. Without images the facts have the room. */
const WITH_IMAGES = {
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    md: '340px minmax(0, 1fr)',
    lg: '280px minmax(0, 1fr) 292px',
    xl: '380px minmax(0, 1fr) 400px',
  },
  gridTemplateAreas: {
    xs: '"facts" "images" "decision"',
    md: '"facts images" "decision decision"',
    lg: '"facts images decision"',
  },
};
const WITHOUT_IMAGES = {
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 400px' },
  gridTemplateAreas: { xs: '"facts" "decision"', lg: '"facts decision"' },
};
const IN_SIGHT = {
  gridArea: 'decision',
  minWidth: 0,
  position: 'sticky',
  top: { lg: 60 },
  bottom: { xs: 0, lg: 'auto' },
  zIndex: { xs: 2, lg: 'auto' },
  maxHeight: { xs: '70vh', lg: 'calc(100vh - 76px)' },
  overflowY: 'auto',
} as const;

const STEP_PIXELS = 60;

/** What the keys do; deciding takes two of them. */
function keysOf(parts: {
  view: ReviewView;
  draft: Draft;
  setDraft: (draft: Draft) => void;
  send: () => void;
  next: () => void;
  keep: () => void;
  release: () => void;
  renew: () => void;
  sheet: () => void;
  /** Read when a key is pressed: the viewer sets its newest controls after every render. */
  viewer: () => ViewerControls | null;
}): KeyActions {
  const { view, draft, setDraft, send, next, keep, release, renew, sheet, viewer } = parts;
  const pane = (): PaneControls | null => viewer()?.pane ?? null;
  const keys: Record<string, () => void> = {
    a: () => !view.identifiedByYou && setDraft(blank('approved')),
    r: () => setDraft(blank('rejected')),
    e: () => setDraft(blank('escalated')),
    f: () => view.ask !== null && setDraft(blank('asked')),
    n: next,
    k: keep,
    l: release,
    m: renew,
    i: () => viewer()?.next(),
    s: () => viewer()?.side(),
    o: () => pane()?.toggle(),
    z: () => pane()?.zoom(ZOOM_STEP),
    x: () => pane()?.zoom(1 / ZOOM_STEP),
    t: () => pane()?.turn(),
    '0': () => pane()?.fit(),
    ArrowLeft: () => pane()?.move(STEP_PIXELS, 0),
    ArrowRight: () => pane()?.move(-STEP_PIXELS, 0),
    ArrowUp: () => pane()?.move(0, STEP_PIXELS),
    ArrowDown: () => pane()?.move(0, -STEP_PIXELS),
    '?': sheet,
  };
  if (draft === null) return keys;
  keys['Enter'] = send;
  keys['Escape'] = () => setDraft(null);
  if (draft.verdict !== 'approved')
    reasonsFor(draft, view).forEach((reason, index) => {
      keys[REASON_KEYS[index] ?? ''] = () => setDraft(withReason(draft, reason));
    });
  else
    view.details?.checks.forEach((check, index) => {
      keys[String(index + 1)] = () => setDraft(withCheck(draft, check));
    });
  return keys;
}

const openedOf = ({ images }: BenchProps['details']): string[] =>
  images.filter(({ opened }) => opened).map(({ id }) => id);

/** The decision, from the first key to the next request. */
function useWork({ view, details, reload, leave }: Omit<BenchProps, 'children'>) {
  const notify = useNotify();
  const { id, queue, claimedUntil } = view.review;
  const [draft, setDraft] = useState<Draft>(null);
  const claim = useClaim(id, claimedUntil ?? 0);
  const [opened, setOpened] = useState<readonly string[]>(() => openedOf(details));
  const closed = details.images.filter((image) => !opened.includes(image.id)).length;
  const next = async (message: string) => {
    const found = await claimNext(queue, id);
    notify(found === undefined ? 'console.review.queue_empty' : message, { type: 'info' });
    leave(found);
  };
  const decide = useMutation({
    mutationFn: (verdict: NonNullable<Draft>) => decideReview(id, verdict),
    onSuccess: (outcome) => next(`console.review.done_${outcome}`),
  });
  // Opened and kept, so that it may be approved together with others that were looked at.
  const keep = useMutation({ mutationFn: () => next('console.review.done_kept') });
  const giveBack = useMutation({
    mutationFn: async (goOn: boolean) => {
      await releaseReview(id);
      if (goOn) await next('console.review.done_released');
      else leave(undefined);
    },
  });
  const send = () => {
    if (draft === null || decide.isPending || !isWhole(draft, view, closed)) return;
    decide.mutate(draft);
  };
  const note = useCallback((imageId: string) => setOpened((before) => [...before, imageId]), []);
  return { draft, setDraft, claim, send, decide, giveBack, keep, reload, closed, note };
}

/** Whose request it is, how long it is still held, and what was sent. */
function Facts(props: Pick<BenchProps, 'view' | 'details' | 'children'> & { work: Work; sheet: () => void }) {
  const { view, details, work, sheet, children } = props;
  const translate = useTranslate();
  const { giveBack, keep, claim } = work;
  return (
    <Stack spacing={2} sx={{ minWidth: 0 }}>
      <Section>
        <Stack spacing={1.5}>
          {children}
          <Countdown claim={claim} />
          <Stack direction="row" spacing={1} sx={{ flexWrap: 'wrap', rowGap: 1 }}>
            <Button size="small" loading={giveBack.isPending} onClick={() => giveBack.mutate(true)}>
              {translate('console.review.skip')}
            </Button>
            <Button size="small" loading={keep.isPending} onClick={() => keep.mutate()}>
              {translate('console.review.keep')}
            </Button>
            <Button size="small" disabled={giveBack.isPending} onClick={() => giveBack.mutate(false)}>
              {translate('console.review.release')}
            </Button>
            <Button size="small" onClick={sheet} sx={{ '@media (pointer: coarse)': { display: 'none' } }}>
              {translate('console.review.keys_title')}
            </Button>
          </Stack>
        </Stack>
      </Section>
      <Section title={translate('console.review.fields')}>
        <Stack spacing={2}>
          <Fields fields={details.fields} />
          {details.signals.length > 0 && <Signals signals={details.signals} />}
        </Stack>
      </Section>
      <Beside review={view.review} details={details} />
      <Why kind={view.review.kind} decisions={view.decisions} />
      {view.earlier.length > 0 && (
        <Section title={translate('console.review.earlier')}>
          <Earlier rows={view.earlier} />
        </Section>
      )}
    </Stack>
  );
}

function Decision({ view, work }: { view: ReviewView; work: Work }) {
  const translate = useTranslate();
  const { draft, setDraft, claim, send, decide, giveBack, reload, closed } = work;
  return (
    <Section title={translate('console.review.decision')}>
      <Stack spacing={1.5}>
        {claim.leftMs === 0 && (
          <Alert
            severity="warning"
            action={
              <Button color="inherit" size="small" onClick={reload}>
                {translate('ra.action.refresh')}
              </Button>
            }
          >
            {translate('console.review.claim_over')}
          </Alert>
        )}
        <DecisionPanel
          view={view}
          draft={draft}
          setDraft={setDraft}
          closed={closed}
          send={send}
          busy={decide.isPending}
          error={decide.error ?? giveBack.error}
        />
      </Stack>
    </Section>
  );
}

type Work = ReturnType<typeof useWork>;

/** Where a claimed request is decided: what was sent, its images beside it, and the decision. */
export function Workbench({ view, details, reload, leave, children }: BenchProps) {
  const [sheet, setSheet] = useState(false);
  const viewer = useRef<ViewerControls | null>(null);
  const work = useWork({ view, details, reload, leave });
  const { draft, setDraft, send, giveBack, keep, claim } = work;
  useReviewKeys(
    keysOf({
      view,
      draft,
      setDraft,
      send,
      next: () => giveBack.mutate(true),
      keep: () => keep.mutate(),
      release: () => giveBack.mutate(false),
      renew: claim.renew,
      sheet: () => setSheet(true),
      viewer: () => viewer.current,
    }),
  );
  return (
    <Box
      data-workbench={view.review.id}
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        ...(details.images.length > 0 ? WITH_IMAGES : WITHOUT_IMAGES),
      }}
    >
      <Box sx={{ gridArea: 'facts', minWidth: 0 }}>
        <Facts view={view} details={details} work={work} sheet={() => setSheet(true)}>
          {children}
        </Facts>
      </Box>
      {details.images.length > 0 && (
        // The images stay in sight while reasons are chosen.
        <Box sx={{ gridArea: 'images', minWidth: 0, position: { md: 'sticky' }, top: { md: 60 } }}>
          <ImageViewer
            images={details.images}
            requestId={view.review.id}
            onOpened={work.note}
            control={(controls) => {
              viewer.current = controls;
            }}
          />
        </Box>
      )}
      <Box data-decision-panel sx={IN_SIGHT}>
        <Decision view={view} work={work} />
      </Box>
      <ReviewKeySheet open={sheet} close={() => setSheet(false)} />
    </Box>
  );
}
