export type Area = { x: number; y: number; width: number; height: number }

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']

/** Pixels: wider than the picture is ever shown, even at twice the pixel density. */
const widest = 2000
const endings: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

const load = (url: string) =>
  new Promise<HTMLImageElement>((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = reject
    image.src = url
  })

/** Writes the selected area to a new file. Not every browser can write WebP: the blob's type sets the extension. */
export const cutOut = async (file: File, url: string, area: Area): Promise<File> => {
  const image = await load(url)
  const scale = Math.min(1, widest / area.width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(area.width * scale))
  canvas.height = Math.max(1, Math.round(area.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, file.type, 0.9))
  if (!blob) throw new Error('the picture could not be written')
  const name = file.name.replace(/\.[^.]*$/, '') || 'picture'
  return new File([blob], `${name}.${endings[blob.type] ?? 'png'}`, { type: blob.type })
}
