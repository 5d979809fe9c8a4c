const SIDE = 256

/** The middle of an image, small, as the server takes it. */
export async function toPhoto(file: File): Promise<string> {
  const image = await createImageBitmap(file)
  const side = Math.min(image.width, image.height)
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const left = (image.width - side) / 2
  const top = (image.height - side) / 2
  canvas.getContext('2d')?.drawImage(image, left, top, side, side, 0, 0, SIDE, SIDE)
  return canvas.toDataURL('image/jpeg', 0.85).replace(/^.*,/, '')
}
