export type Picture = {
  width: number
  height: number
  /** Null when hidden data is there and cannot be taken out. */
  clean: Uint8Array | null
}

export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const textAt = (bytes: Uint8Array, start: number, length: number) =>
  String.fromCharCode(...bytes.subarray(start, start + length))

/** Like subarray, but what reaches behind the end is an error and not a shorter piece. */
export const slice = (bytes: Uint8Array, start: number, end: number): Uint8Array => {
  if (start > end || end > bytes.length) throw new RangeError('A length points behind the end.')
  return bytes.subarray(start, end)
}

export const join = (pieces: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
