import { uploads } from '#club/uploads/tables.server.ts'
import { attemptFolder, masterPlaylist } from '#kit/conversion.ts'
import { day } from '#kit/time.ts'
import { videoConversions } from '#publishing/contents/video/tables.server.ts'
import { filmFiles, filmSeconds, filmSize, wholeFilm } from '../film/film'
import { insertAll } from '../insertAll'
import type { Demo, DemoClub } from '../parts'

const master = [
  '#EXTM3U',
  '#EXT-X-VERSION:7',
  `#EXT-X-STREAM-INF:BANDWIDTH=220000,RESOLUTION=${filmSize.width}x${filmSize.height}`,
  'index.m3u8',
  '',
].join('\n')

/** Creates converted videos; returns their media ids for contents. */
export const demoVideos = async ({ db, at, file }: Demo, club: DemoClub, count: number): Promise<string[]> => {
  const { tenantId, brand, members } = club
  const files = filmFiles()
  const whole = wholeFilm()
  const made = Array.from({ length: count }, (_, n) => ({
    mediaId: `media_${brand.slug}_film_${n}`,
    createdAt: at - (n * 9 + 3) * day,
  }))
  insertAll(
    db,
    uploads,
    made.map(({ mediaId, createdAt }) => ({
      mediaId,
      tenantId,
      brandId: brand.brandId,
      kind: 'video' as const,
      fileName: 'film.mp4',
      contentType: 'video/mp4',
      size: whole.length,
      key: `private/${tenantId}/${mediaId}.mp4`,
      state: 'ready' as const,
      createdBy: members[0]?.uid ?? '',
      createdAt,
    })),
  )
  insertAll(
    db,
    videoConversions,
    made.map(({ mediaId, createdAt }) => ({
      tenantId,
      mediaId,
      status: 'completed' as const,
      progress: 100,
      attempt: 'demo',
      attempts: 1,
      durationMs: filmSeconds * 1000,
      ...filmSize,
      renditions: [filmSize.height],
      createdAt,
      finishedAt: createdAt + 60_000,
    })),
  )
  for (const { mediaId } of made) {
    const folder = attemptFolder({ tenantId, mediaId }, 'demo')
    await file(`private/${tenantId}/${mediaId}.mp4`, whole, 'video/mp4')
    for (const { name, type, body } of files) await file(`${folder}/${name}`, body, type)
    await file(`${folder}/${masterPlaylist}`, Buffer.from(master), 'application/vnd.apple.mpegurl')
  }
  return made.map(({ mediaId }) => mediaId)
}
