import { readFileSync } from 'node:fs'

/** A night sky with a tune, made for the demo, in the format that the video conversion produces, as one segment. */
export const filmSeconds = 20
export const filmSize = { width: 640, height: 360 }

const playlist = [
  '#EXTM3U',
  '#EXT-X-VERSION:7',
  `#EXT-X-TARGETDURATION:${filmSeconds}`,
  '#EXT-X-PLAYLIST-TYPE:VOD',
  '#EXT-X-MAP:URI="init.mp4"',
  `#EXTINF:${filmSeconds},`,
  'film.m4s',
  '#EXT-X-ENDLIST',
  '',
].join('\n')

export type FilmFile = { name: string; type: string; body: Buffer }

const of = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url))
export const filmFiles = (): FilmFile[] => [
  { name: 'init.mp4', type: 'video/mp4', body: of('init.mp4') },
  { name: 'film.m4s', type: 'video/mp4', body: of('film.m4s') },
  { name: 'index.m3u8', type: 'application/vnd.apple.mpegurl', body: Buffer.from(playlist) },
]
/** The film as it was sent: a head and its one fragment are a file that players open. */
export const wholeFilm = (): Buffer => Buffer.concat([of('init.mp4'), of('film.m4s')])
