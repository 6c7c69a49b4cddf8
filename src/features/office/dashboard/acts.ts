import type { Acts } from '#kit/acts.ts'
import type { dashboard } from './contract'

export const dashboardActs: Acts<typeof dashboard> = {
  'dashboard/getOAuthRedirectUrl': { ja: '分析サービスとの連携を開始', en: 'Began to connect the analytics service' },
  'dashboard/createOAuthRefreshToken': { ja: '分析サービスと連携', en: 'Connected the analytics service' },
  recountBrandDay: { ja: '1日の数字を集計し直し', en: 'Counted a day’s figures again' },
  removeDashboardConnection: { ja: '分析サービスとの連携を解除', en: 'Disconnected the analytics service' },
}
