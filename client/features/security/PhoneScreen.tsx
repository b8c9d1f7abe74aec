import { ContactScreen } from './ContactScreen';

/** `/mobile` */
export default function PhoneScreen() {
  return <ContactScreen kind="phone" />;
}
