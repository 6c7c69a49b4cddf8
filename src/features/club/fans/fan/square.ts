/** Side of an icon in pixels: twice the largest displayed size. */
const side = 512

/** Crops a picture to a small square, in base64; null if the browser cannot read it. */
export const squareOf = async (file: File): Promise<{ contentType: 'image/jpeg'; data: string } | null> => {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const { width, height } = picture
  const from = Math.min(width, height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(side, from)
  canvas.height = canvas.width
  const pen = canvas.getContext('2d')
  if (!pen) return null
  // JPEG has no transparency.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, (width - from) / 2, (height - from) / 2, from, from, 0, 0, canvas.width, canvas.height)
  picture.close()
  const [, data = ''] = canvas.toDataURL('image/jpeg', 0.9).split(',')
  return data === '' ? null : { contentType: 'image/jpeg', data }
}
