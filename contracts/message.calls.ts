import { defineCall } from './call.contract.js';
import { getMessagesQuery, markedMessagesView, markMessagesBody, messagesView } from './message.contract.js';

export const getMessages = defineCall({
  method: 'GET',
  path: 'web/getMessages',
  access: 'user',
  summary: 'Personal messages in the language of the caller, newest first, and how many are unread.',
  input: getMessagesQuery,
  output: messagesView,
});

export const markMessages = defineCall({
  method: 'POST',
  path: 'web/markMessages',
  access: 'user',
  repeats: 'command',
  whenBarred: true,
  summary: 'Marks one personal message as read, or all.',
  input: markMessagesBody,
  output: markedMessagesView,
  refusals: ['message.not-found'],
});
