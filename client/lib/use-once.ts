import { useState } from 'react';
import { isUnanswered, requestToken } from './api';

/**
 * After a broken connection the outcome is unknown, so the same request goes out again under the same token. A refusal is an
 * answer, so the next request is a new one.
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
