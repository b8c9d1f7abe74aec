import { LevelFrame } from './LevelFrame';
import { PrimaryForm } from './PrimaryForm';

/** `/smauth` and `/authentication`: the primary level, proved by a document. */
export default function PrimaryScreen() {
  return <LevelFrame level="primary" form={(props) => <PrimaryForm {...props} />} />;
}
