/** Id of the upload that a URL or a key of our storage belongs to; null for every other URL. */
export const mediaOfAddress = (address: string): string | null =>
  /(?:^|\/)(?:private\/[A-Za-z0-9_-]{1,64}|public(?:\/pictures)?|pictures)\/(?:[A-Za-z0-9_-]{1,64}\/)?(media_[0-9a-z]{20})\b/.exec(
    address.split(/[?#]/, 1)[0] ?? '',
  )?.[1] ?? null
