import type { Acts } from '#kit/acts.ts'
import type { exports } from './contract'

export const exportsActs: Acts<typeof exports> = {
  getExportUrl: { ja: '書き出したファイルをダウンロード', en: 'Downloaded an exported file' },
}
