import type { Acts } from '#kit/acts.ts'
import type { streamings } from './contract'

export const streamingsActs: Acts<typeof streamings> = {
  createStreaming: { ja: '配信を用意', en: 'Prepared a stream' },
  rotateStreamKey: { ja: 'ストリームキーを変更', en: 'Changed a stream key' },
  setAutoStart: { ja: '配信の自動開始を変更', en: 'Changed a stream’s automatic start' },
  startLive: { ja: '配信を開始', en: 'Went live' },
  endLive: { ja: '配信を終了', en: 'Ended a live stream' },
  setVodAvailability: { ja: 'アーカイブの公開を変更', en: 'Changed when an archive is shown' },
  extendStreaming: { ja: '配信の公開期限を変更', en: 'Changed until when a stream is shown' },
  postStreamingNotice: { ja: '配信のお知らせを掲載', en: 'Posted a notice on a stream' },
}
