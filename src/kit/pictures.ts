/** In pixels; each picture of ours is stored in these widths beside the one that was sent. */
export const pictureWidths = [320, 640, 1280] as const

/** Below the public address of the storage: every picture in this folder has its widths. */
export const pictureFolder = 'pictures'

/** Where one width of a picture lies: takes and answers a key or an address. */
export const ofWidth = (picture: string, width: (typeof pictureWidths)[number]): string => `${picture}.${width}.webp`

/** The widths of a picture for `srcset`; undefined for one that is not in our storage, of which there is only itself. */
export const srcSetOf = (address: string, publicStorageUrl: string): string | undefined => {
  if (!address.startsWith(`${publicStorageUrl.replace(/\/$/, '')}/${pictureFolder}/`)) return undefined
  return pictureWidths.map((width) => `${ofWidth(address, width)} ${width}w`).join(', ')
}
