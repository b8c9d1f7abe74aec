import { Box, Button, Chip, Stack, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { staffUserTimeline } from '../../../contracts/staff-lists.calls.js';
import { TIMELINE_KINDS, type StaffTimelineItem, type TimelineKind } from '../../../contracts/staff-lists.contract.js';
import { parseEventId } from '../../lib/addresses';
import { api } from '../../lib/http';
import { sentenceOf } from '../../lib/sentence';
import { Section } from '../../ui/page';
import { Loaded } from '../../ui/states';
import { EventLink, OrderLink } from '../../ui/text-link';
import { useTag } from '../../ui/use-tag';
import { Amount, Instant } from '../../ui/values';

const TONE: Record<string, string> = {
  session: 'text.secondary',
  account: 'info.main',
  order: 'primary.main',
  fill: 'success.main',
  money: 'warning.main',
};

interface Person {
  readonly id: string;
}

interface Wanted {
  readonly kind: TimelineKind | null;
  /** Of positions in this contract only. */
  readonly symbol: string | null;
  readonly side: 'long' | 'short' | null;
}

function useTimeline(user: Person, { kind, symbol, side }: Wanted) {
  const ofPosition = { ...(symbol !== null && { symbol }), ...(side !== null && { side }) };
  return useInfiniteQuery({
    queryKey: ['user-timeline', user.id, kind, symbol, side],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        staffUserTimeline,
        {
          id: user.id,
          ...(kind !== null && { kind }),
          ...ofPosition,
          ...(pageParam !== null && { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // New entries appear at the top until the reader scrolls back; then the list stays as it is.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) > 1 ? false : 5000),
  });
}

/** Who did it, where it was not the person: staff by name and role. */
function By({ item: { by, byName, byRoles } }: { item: StaffTimelineItem }) {
  const translate = useTranslate();
  const kind = /^(policy|timer|market|staff)/.exec(by)?.[1];
  if (kind === undefined) return null;
  const roles = byRoles.map((role) => translate(`console.role.${role}`)).join(', ');
  return <>{` · ${translate(`console.by.${kind}`)} ${byName ?? ''}${roles === '' ? '' : ` (${roles})`}`}</>;
}

function Entry({ item }: { item: StaffTimelineItem }) {
  const translate = useTranslate();
  const tag = useTag();
  const event = item.eventId === null ? undefined : parseEventId(item.eventId);
  return (
    <Box
      component="li"
      data-keys="row"
      tabIndex={-1}
      data-sentence={item.sentence}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '12px 1fr', md: '12px 168px 1fr' },
        columnGap: 1.5,
        padding: '9px 16px',
        borderBlockStart: 1,
        borderColor: 'divider',
      }}
    >
      <Box
        aria-hidden
        sx={{
          width: 9,
          height: 9,
          borderRadius: '50%',
          marginBlockStart: '6px',
          bgcolor: TONE[item.kind] ?? 'text.secondary',
        }}
      />
      <Typography
        component="span"
        variant="body2"
        color="textSecondary"
        sx={{ gridColumn: { xs: 2, md: 'auto' }, whiteSpace: 'nowrap' }}
      >
        <Instant at={item.at} />
      </Typography>
      <Box sx={{ minWidth: 0, gridColumn: { xs: 2, md: 'auto' } }}>
        <Typography variant="body1">{sentenceOf(item, translate, tag)}</Typography>
        <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.25, fontSize: 12.5 }}>
          <Typography component="span" variant="caption" color="textSecondary">
            {translate(`console.timeline_kind.${item.kind}`)}
            <By item={item} />
          </Typography>
          {event !== undefined && <EventLink {...event} />}
          {item.orderId !== null && <OrderLink orderId={item.orderId} />}
          {item.amounts.map(({ space, bucket, asset, amount }, index) => (
            <span key={index}>
              <Amount value={amount} asset={asset} signed />{' '}
              <Typography component="span" variant="caption" color="textSecondary">
                {translate(`console.space.${space}`)} · {translate(`console.balance.${bucket}`)}
              </Typography>
            </span>
          ))}
        </Stack>
      </Box>
    </Box>
  );
}

/** Loads more when its end comes into view; the button serves keyboards and browsers without that event. */
function More({ more, busy }: { more: () => void; busy: boolean }) {
  const translate = useTranslate();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const end = ref.current;
    if (end === null || busy) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && more(), {
      rootMargin: '300px',
    });
    watcher.observe(end);
    return () => watcher.disconnect();
  }, [more, busy]);
  return (
    <Box ref={ref} sx={{ textAlign: 'center', padding: 1 }}>
      <Button size="small" onClick={more} loading={busy}>
        {translate('console.older')}
      </Button>
    </Box>
  );
}

/** The position that a link to this page is about (`?symbol=BTCUSDT-PERP&side=long`). */
function usePositionWanted(): Pick<Wanted, 'symbol' | 'side'> & { clear: () => void } {
  const [search, setSearch] = useSearchParams();
  const side = search.get('side');
  return {
    symbol: search.get('symbol'),
    side: side === 'long' || side === 'short' ? side : null,
    clear: () => setSearch({}, { replace: true }),
  };
}

/** Everything that happened to the person, in words, the newest first, as far back as one scrolls. */
export function UserTimeline({ user }: { user: Person }) {
  const translate = useTranslate();
  const [kind, setKind] = useState<TimelineKind | null>(null);
  const { symbol, side, clear } = usePositionWanted();
  const timeline = useTimeline(user, { kind, symbol, side });
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = timeline;
  const query = { data: data?.pages.flatMap((page) => page.items), error, refetch };
  const title = translate('console.user.timeline');
  return (
    <Section
      flush
      title={title}
      action={
        <ToggleButtonGroup
          size="small"
          exclusive
          value={kind ?? 'all'}
          aria-label={translate('console.user.timeline_filter')}
          onChange={(_, value: TimelineKind | 'all' | null) =>
            setKind(value === 'all' || value === null ? null : value)
          }
          sx={{ flexWrap: 'wrap', '& .MuiToggleButton-root': { textTransform: 'none', padding: '2px 10px' } }}
        >
          {(['all', ...TIMELINE_KINDS] as const).map((one) => (
            <ToggleButton key={one} value={one}>
              {translate(`console.timeline_kind.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      }
    >
      {symbol !== null && (
        <Box sx={{ padding: '0 16px 10px' }}>
          <Chip
            size="small"
            label={side === null ? symbol : `${symbol} · ${translate(`console.held_side.${side}`)}`}
            onDelete={clear}
          />
        </Box>
      )}
      <Loaded query={query} empty={translate('console.user.timeline_empty')} compact>
        {(items) => (
          <>
            <Box component="ol" aria-label={title} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
              {items.map((item) => (
                <Entry key={item.id} item={item} />
              ))}
            </Box>
            {hasNextPage && <More more={() => void fetchNextPage()} busy={isFetchingNextPage} />}
          </>
        )}
      </Loaded>
    </Section>
  );
}
