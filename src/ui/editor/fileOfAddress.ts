/**
 * A picture that another site lets this one read, as a file; null where it does not. It is read by an image and not by
 * a call: the page may show pictures of every site, and calls nobody but its own servers.
 */
export const fileOfAddress = async (address: string, name: string): Promise<File | null> => {
  try {
    const picture = new Image()
    picture.crossOrigin = 'anonymous'
    picture.referrerPolicy = 'no-referrer'
    picture.src = address
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.width = picture.naturalWidth
    canvas.height = picture.naturalHeight
    canvas.getContext('2d')?.drawImage(picture, 0, 0)
    // WebP keeps what shines through, and is small for photos too; a browser that cannot write it makes a PNG.
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.92))
    return blob && new File([blob], `${name}.${blob.type === 'image/webp' ? 'webp' : 'png'}`, { type: blob.type })
  } catch {
    return null
  }
}
