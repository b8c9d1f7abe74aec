import { useState } from 'react';
import { isUnanswered, requestToken } from './api';

/**
 * After a broken connection nobody knows whether it was taken: the same goes out again under the same request token. A refusal
 * is an answer, so what goes out after it is a new request.
 */
export function onceEach() {
  let unanswered: { sent: string; token: string } | null = null;
  return async <Answer>(sent: string, sending: (token: string) => Promise<Answer>): Promise<Answer> => {
    const token = unanswered?.sent === sent ? unanswered.token : requestToken();
    unanswered = { sent, token };
    try {
      const answer = await sending(token);
      unanswered = null;
      return answer;
    } catch (error) {
      if (!isUnanswered(error)) unanswered = null;
      throw error;
    }
  };
}

export function useOnce() {
  return useState(onceEach)[0];
}
