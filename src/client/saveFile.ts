/** Has the browser save what an operation answered in base64. */
export const saveFile = ({ fileName, contentType, data }: { fileName: string; contentType: string; data: string }) => {
  const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes], { type: contentType }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Some browsers begin to read only after this.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
