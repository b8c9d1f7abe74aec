import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { staffQueues } from '../../../contracts/staff-lists.calls.js';
import { staffDashboard } from '../../../contracts/staff.calls.js';
import type { DashboardView } from '../../../contracts/staff.contract.js';
import { api } from '../../lib/http';

const REFRESH_MS = 2000;
const SAMPLES_MAX = 60;

/** What one reading leaves behind for the small charts: when, and each realm's position. */
export interface Sample {
  at: number;
  positions: Record<string, number>;
}

function sampleOf(view: DashboardView): Sample {
  return { at: view.at, positions: Object.fromEntries(view.realms.map(({ realm, position }) => [realm, position])) };
}

/** What waits for the reader's roles. */
export function useQueues() {
  return useQuery({
    queryKey: ['staff-queues'],
    queryFn: ({ signal }) => api.call(staffQueues, {}, { signal }),
    refetchInterval: REFRESH_MS * 2,
  });
}

/** The dashboard as the server sees it every two seconds, the last two minutes of it, and how long it has been silent. */
export function useDashboard() {
  const query = useQuery({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => api.call(staffDashboard, {}, { signal }),
    refetchInterval: REFRESH_MS,
    retry: false,
  });
  const { data, dataUpdatedAt } = query;
  const [samples, setSamples] = useState<Sample[]>([]);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (data !== undefined) setSamples((kept) => [...kept, sampleOf(data)].slice(-SAMPLES_MAX));
  }, [data]);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const silentMs = dataUpdatedAt === 0 ? 0 : Math.max(0, now - dataUpdatedAt);
  return { query, samples, silentMs };
}
