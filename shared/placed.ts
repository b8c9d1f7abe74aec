/** A list in which some stand together at a place, counted from 0 among the others; those that were in it have moved. */
export function placed<Of>(list: readonly Of[], some: readonly Of[], place: number): Of[] {
  const others = list.filter((each) => !some.includes(each));
  return [...others.slice(0, place), ...some, ...others.slice(place)];
}
