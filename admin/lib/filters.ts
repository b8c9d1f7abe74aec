/** Turns the filter form into the API's query: instants as milliseconds, positions as whole numbers. */
type FormFilter = Record<string, unknown>;
type ApiFilter = Record<string, string | number | boolean | (string | number)[]>;

const INSTANTS = new Set([
  'atFrom',
  'atTo',
  'openedFrom',
  'openedTo',
  'endsBefore',
  'requestedFrom',
  'requestedTo',
  'createdFrom',
  'createdTo',
]);
const WHOLE_NUMBERS = new Set(['position', 'positionFrom', 'positionTo', 'versionFrom', 'versionTo', 'epoch']);

function toInstant(value: unknown): number | undefined {
  const at = value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : value;
  return typeof at === 'number' && Number.isFinite(at) ? Math.trunc(at) : undefined;
}

function toWholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function toText(value: unknown): string | number | boolean | (string | number)[] | undefined {
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string' || typeof item === 'number');
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** The filters that the API accepts; empty, unfinished and meaningless entries are left out. */
export function toApiFilter(form: FormFilter): ApiFilter {
  const filter: ApiFilter = {};
  for (const [key, value] of Object.entries(form)) {
    const read = INSTANTS.has(key) ? toInstant(value) : WHOLE_NUMBERS.has(key) ? toWholeNumber(value) : toText(value);
    if (read !== undefined) filter[key] = read;
  }
  return filter;
}
