import type { Area } from './failedJob'

const areas: Record<Area, string> = {
  mail: 'メールの送信',
  payment: 'お支払い・返金の処理',
  membership: '会員・プランの処理',
  upload: '動画・ファイルの処理',
  file: 'ファイルの作成',
  delivery: '発送の処理',
  notice: 'お知らせの送信',
  daily: '毎日の処理',
}

export default areas
