import { button, type Letter, letter, pageFor, type Reader } from '#kit/letter.ts'
import en from './areas.en'
import ja from './areas.ja'
import type { Area } from './failedJob'

/** To the platform's operators. Contains no ids or personal data; those are shown in the portal. */
export const failedJobMail = (to: Reader, { job, area }: { job: string; area: Area }): Letter => {
  const link = pageFor(to, '/operator/jobs')
  return letter(to, {
    ja: [
      `処理が完了しませんでした：${ja[area]}`,
      [
        `「${ja[area]}」（${job}）を繰り返し試しましたが、完了しませんでした。`,
        '次のページで原因を確かめて、もう一度実行できます。この1時間のほかの失敗も、そこに並びます。',
        '',
        button('処理の一覧を開く', link),
      ],
    ],
    en: [
      `A job did not finish: ${en[area]}`,
      [
        `“${en[area]}” (${job}) was tried again and again and did not finish.`,
        'See why and run it again on this page. Others of this hour stand there as well.',
        '',
        button('See the jobs', link),
      ],
    ],
  })
}
