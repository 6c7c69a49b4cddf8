/** Makes the browser save a file. */
const save = (fileName: string, file: Blob) => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Some browsers start to read only after this.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Makes the browser save a base64 file from a response. */
export const saveFile = ({ fileName, contentType, data }: { fileName: string; contentType: string; data: string }) =>
  save(fileName, new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], { type: contentType }))

/** A phone offers its own ways, its pictures among them; elsewhere the browser saves the file. */
export const savePicture = async (fileName: string, picture: Blob): Promise<void> => {
  const files = [new File([picture], fileName, { type: picture.type })]
  const isPhone = window.matchMedia('(pointer: coarse)').matches
  if (!isPhone || !navigator.canShare?.({ files })) return save(fileName, picture)
  try {
    await navigator.share({ files })
  } catch (error) {
    // They thought better of it.
    if (error instanceof DOMException && error.name === 'AbortError') return
    save(fileName, picture)
  }
}
