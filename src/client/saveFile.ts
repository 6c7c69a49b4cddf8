/** Makes the browser save a base64 file from a response. */
export const saveFile = ({ fileName, contentType, data }: { fileName: string; contentType: string; data: string }) => {
  const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes], { type: contentType }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Some browsers start to read only after this.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
