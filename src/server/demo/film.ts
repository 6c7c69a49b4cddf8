/** A night sky with a tune, 20 s: drawn and composed for the demo, small enough for one segment. */
export const film = new URL('./film.m2ts', import.meta.url)
export const filmSeconds = 20
export const filmSize = { width: 640, height: 360 }

export const filmPlaylist = [
  '#EXTM3U',
  '#EXT-X-VERSION:3',
  `#EXT-X-TARGETDURATION:${filmSeconds}`,
  '#EXT-X-PLAYLIST-TYPE:VOD',
  `#EXTINF:${filmSeconds},`,
  'film.ts',
  '#EXT-X-ENDLIST',
  '',
].join('\n')
