const units = ['B', 'KB', 'MB', 'GB'] as const

/** Readable size, for example 1.5 GB or 640 MB. Decimal units, like those of operating systems. */
export const sizeText = (bytes: number): string => {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const size = bytes / 1000 ** power
  return `${power === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[power]}`
}

/** For example 1:02:03 or 12:34. */
export const lengthText = (ms: number): string => {
  const seconds = Math.round(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
