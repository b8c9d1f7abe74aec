import { ContactChange } from './ContactChange';

/** `/mobile` */
export default function PhoneScreen() {
  return <ContactChange kind="phone" />;
}
