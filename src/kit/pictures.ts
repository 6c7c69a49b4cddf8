/** In pixels; each picture of ours is stored in these widths besides the original. */
export const pictureWidths = [320, 640, 1280] as const

/** Folder below the public storage URL: every picture in it has its widths. */
export const pictureFolder = 'pictures'

/** The key or URL of one width, from the picture's key or URL. */
export const ofWidth = (picture: string, width: (typeof pictureWidths)[number]): string => `${picture}.${width}.webp`

/** The widths of a picture for `srcset`; undefined for a picture outside our storage, which has no widths. */
export const srcSetOf = (address: string, publicStorageUrl: string): string | undefined => {
  if (!address.startsWith(`${publicStorageUrl.replace(/\/$/, '')}/${pictureFolder}/`)) return undefined
  return pictureWidths.map((width) => `${ofWidth(address, width)} ${width}w`).join(', ')
}
