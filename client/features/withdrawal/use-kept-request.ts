import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { WithdrawalRequest } from './withdrawal-form';

interface Entry {
  withdrawal?: WithdrawalRequest;
}
interface Check {
  check?: WithdrawalRequest;
}

/** What stood in the form when this entry of the browser's history was left. */
export function useKeptRequest(): WithdrawalRequest | undefined {
  const { check } = (useLocation().state ?? {}) as Check;
  return check ?? (history.state as Entry | null)?.withdrawal;
}

/**
 * Keeps the request in the entry of the browser's history, for a reload, and gives the confirmation an entry of its own: Back leads
 * from it to the form and not away.
 */
export function useSteps(request: WithdrawalRequest) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const atCheck = ((state ?? {}) as Check).check !== undefined;
  const text = JSON.stringify(request);
  useEffect(() => {
    const withdrawal = JSON.parse(text) as WithdrawalRequest;
    // Browsers take only so many changes of an entry in a while, and keys are pressed faster.
    const timer = setTimeout(() => history.replaceState({ ...(history.state as Entry | null), withdrawal }, ''), 200);
    return () => clearTimeout(timer);
  }, [text]);
  return {
    atCheck,
    toCheck: () => void navigate(pathname + search, { state: { check: request }, replace: atCheck }),
    toForm: () => void navigate(-1),
  };
}
