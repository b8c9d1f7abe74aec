/** Images as the specification takes them: JPG or PNG, under 8 MB. The server looks at the content; this only saves the way. */
export const IMAGE_BYTES_MAX = 8 * 1024 * 1024;
export const IMAGE_TYPES = ['image/jpeg', 'image/png'] as const;

/** What is wrong with a chosen file, as a text key; `null` when it may be sent. */
export function imageProblem(file: { type: string; size: number }): 'field.imageType' | 'field.imageSize' | null {
  if (!(IMAGE_TYPES as readonly string[]).includes(file.type)) return 'field.imageType';
  return file.size >= IMAGE_BYTES_MAX || file.size === 0 ? 'field.imageSize' : null;
}
