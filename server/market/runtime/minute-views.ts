import { BoundedMap } from '../../core/bounded-map.js';

const MINUTE_MS = 60_000;
const KEPT = 1_024;

/** What is computed of an instrument once a minute, for a version of the catalogue. */
export class MinuteViews<View> {
  private readonly views = new BoundedMap<string, { readonly at: number; readonly view: View }>(KEPT);

  /** `make` gets the minute that has begun last. */
  of(symbol: string, catalogueVersion: number, now: number, make: (at: number) => View): View {
    const at = now - (now % MINUTE_MS);
    const key = `${symbol} ${catalogueVersion}`;
    const known = this.views.get(key);
    if (known?.at === at) return known.view;
    const view = make(at);
    this.views.set(key, { at, view });
    return view;
  }
}
