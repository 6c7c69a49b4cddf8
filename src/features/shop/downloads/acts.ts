import type { Acts } from '#kit/acts.ts'
import type { downloads } from './contract'

export const downloadsActs: Acts<typeof downloads> = {
  resetDownloadCount: { ja: 'ダウンロードの回数を戻す', en: 'Reset a count of downloads' },
  suspendDownload: {
    ...{ ja: 'ダウンロードの停止を変更', en: 'Suspended or allowed downloads' },
    on: { ja: 'ダウンロードを停止', en: 'Suspended downloads' },
    off: { ja: 'ダウンロードの停止を解除', en: 'Allowed downloads again' },
  },
}
