import { LevelFrame } from './LevelFrame';
import { PrimaryForm } from './PrimaryForm';

/** `/smauth` and `/authentication`: who somebody is, shown by a document. */
export default function PrimaryScreen() {
  return <LevelFrame level="primary" form={(props) => <PrimaryForm {...props} />} />;
}
