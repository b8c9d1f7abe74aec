import { ChatLines, ChatWrite, useChatForm, type ChatLine } from '../ui/Chat';
import { ChatAttach } from '../ui/ChatAttach';
import { SentImages } from '../ui/SentImages';
import { TextArea } from '../ui/TextArea';
import type { Specimen } from './specimen';

const AT = Date.UTC(2026, 2, 4, 9, 30);
const LINES: readonly ChatLine[] = [
  { id: '1', at: AT, from: 'person', text: 'My deposit of this morning is not in yet.', read: true },
  { id: '2', at: AT + 240_000, from: 'support', text: 'It waits for two confirmations of six.', read: true },
  { id: '3', at: AT + 300_000, from: 'person', text: 'Thank you.', read: false },
];

function Write() {
  const form = useChatForm({ name: 'gallery', empty: 'Write a message.', send: () => Promise.resolve() });
  return <ChatWrite form={form} title="A message" maxLength={1000} images="support" />;
}

export const CHAT_SPECIMENS: readonly Specimen[] = [
  { of: [ChatLines.name], show: () => <ChatLines title="A conversation" none="Nothing yet." items={LINES} /> },
  { of: [ChatWrite.name, TextArea.name], show: Write },
  { of: [SentImages.name], show: () => <SentImages images={[{ imageId: '', label: 'Receipt' }]} /> },
  {
    of: [ChatAttach.name],
    show: () => (
      <>
        <ChatAttach purpose="support" name="image" value="" onChange={() => undefined} />
        <ChatAttach
          purpose="support"
          name="image"
          value=""
          onChange={() => undefined}
          error="This image is too large."
        />
        <ChatAttach purpose="support" name="image" value="an-image" onChange={() => undefined} />
      </>
    ),
  },
];
