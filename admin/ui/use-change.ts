import { useMutation } from '@tanstack/react-query';
import { useNotify, useRefresh } from 'react-admin';
import type { CallDeclaration, CallInput, CallOutput } from '../../contracts/call.contract.js';
import { api } from '../lib/http';

/** Sends a change that staff asks for: the page is read again, `text` is told, and a refusal stays where it can be read. */
export function useChange<Call extends CallDeclaration>(
  call: Call,
  done: (answer: CallOutput<Call>) => void,
  text?: string,
) {
  const refresh = useRefresh();
  const notify = useNotify();
  return useMutation({
    mutationFn: (body: CallInput<Call>) => api.call(call, body),
    onSuccess: (answer) => {
      done(answer);
      if (text !== undefined) notify(text, { type: 'success' });
      refresh();
    },
  });
}
