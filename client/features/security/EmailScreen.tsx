import { ContactScreen } from './ContactScreen';

/** `/email` */
export default function EmailScreen() {
  return <ContactScreen kind="email" />;
}
