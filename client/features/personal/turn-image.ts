const SIDE_MAX = 4096;
const QUALITY = 0.92;

/** The picture turned by quarters to the right, as a JPEG. What the camera noted about its own turning is taken into account. */
export async function turnImage(image: Blob, quarters: number): Promise<Blob> {
  const bitmap = await createImageBitmap(image);
  const { scale, width, height } = turnedSize(bitmap.width, bitmap.height, quarters);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser draws nothing');
  context.translate(width / 2, height / 2);
  context.rotate((quarters * Math.PI) / 2);
  context.scale(scale, scale);
  context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
  bitmap.close();
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('not drawn'))), 'image/jpeg', QUALITY),
  );
}

/** How large the turned picture is, no side longer than what every phone's browser can draw. */
export function turnedSize(width: number, height: number, quarters: number) {
  const scale = Math.min(1, SIDE_MAX / Math.max(width, height));
  const [across, down] = quarters % 2 === 0 ? [width, height] : [height, width];
  return { scale, width: Math.round(across * scale), height: Math.round(down * scale) };
}
