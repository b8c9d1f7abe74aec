import { ContactChange } from './ContactChange';

/** `/email` */
export default function EmailScreen() {
  return <ContactChange kind="email" />;
}
