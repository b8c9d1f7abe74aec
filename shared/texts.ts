/** A file of `locales/<language>/`: texts by key, and groups of texts that are read together with those of another file. */
export type TextFile = Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;

/**
 * The texts that are read under one name. A noun's file holds all that is said of it: its group `refusal` belongs to the bundle
 * `refusal`, and not to the screens that the rest of the file words.
 */
export function bundleOf(name: string, files: Readonly<Record<string, TextFile>>): TextFile {
  const own = Object.entries(files[name] ?? {}).filter(([key, value]) => !isGroup(name, key, value, files));
  const brought = Object.entries(files).flatMap(([noun, file]) => {
    const group = file[name];
    return isGroup(noun, name, group, files) ? Object.entries(group) : [];
  });
  return Object.fromEntries([...own, ...brought]);
}

const isGroup = (
  file: string,
  key: string,
  value: TextFile[string] | undefined,
  files: Readonly<Record<string, TextFile>>,
): value is Readonly<Record<string, string>> => typeof value === 'object' && key !== file && key in files;
