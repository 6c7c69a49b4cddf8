import type { InquiryDirection, InquiryState } from '#club/inquiries/inquiry.ts'
import { inquiries, inquiryMessages } from '#club/inquiries/tables.server.ts'
import { day } from '#kit/time.ts'
import { insertAll } from '../insertAll'
import { type Demo, type DemoClub, pad, personName } from '../parts'

const hour = 3_600_000
/** The demo's operator; the same address as in the configuration. */
const operator = 'operator@tsudoi.test'

type Letter = { subject: string; content: string; answer: string }
const letters: readonly [Letter, ...Letter[]] = [
  {
    subject: 'ライブのことで質問です',
    content: '12月の公演に、車いすで参加できますか。席の場所も教えていただけるとうれしいです。',
    answer: 'お問い合わせありがとうございます。車いす席を用意しています。当日は入口でスタッフに声をかけてください。',
  },
  {
    subject: '届いたTシャツのサイズ交換',
    content: '先日届いたTシャツをLサイズに交換できますか。まだ開けていません。',
    answer: '交換をお受けします。同じ箱で送り返していただけましたら、Lサイズをお送りします。',
  },
  {
    subject: '新曲、毎日聴いています',
    content:
      '朝の通勤で聴くのが日課になりました。歌詞カードを見ながら歌えるようになりたいです。いつもありがとうございます。',
    answer: 'うれしいお手紙をありがとうございます。歌詞カードは、次のお知らせに載せる予定です。',
  },
  {
    subject: 'コンビニで払えませんでした',
    content: '番号を入れても「期限切れ」と出ます。もう一度申し込めばよいでしょうか。',
    answer: 'お支払いの期限が過ぎていました。マイページから、もう一度お申し込みいただけます。',
  },
  {
    subject: '領収書の宛名',
    content: '9月分の領収書を会社名で出していただけますか。',
    answer: '領収書の画面で宛名を入れてから印刷できます。うまくいかないときは、またお知らせください。',
  },
]
const questions: readonly [Letter, ...Letter[]] = [
  {
    subject: 'ページのアドレスを変えたい',
    content: '活動名が変わるので、アドレスも合わせて変更できますか。',
    answer: '変更できます。新しいアドレスの希望を2つお知らせください。古いアドレスからは自動で移動します。',
  },
  {
    subject: '振込日について',
    content: '月末が祝日のとき、振込はいつになりますか。',
    answer: 'その月の最後の銀行営業日にお振り込みします。',
  },
]

/** Fans' inquiries in every state, on several pages, and some inquiries to the platform. */
export const demoInquiries = async ({ db, at }: Demo, club: DemoClub) => {
  const { tenantId, brand, members } = club
  const { brandId, slug } = brand
  const [owner, other] = [members[0]?.uid ?? '', members[1]?.uid ?? members[0]?.uid ?? '']
  const made = (direction: InquiryDirection, count: number, from: readonly [Letter, ...Letter[]]) =>
    Array.from({ length: count }, (_, n) => {
      const isFan = direction === 'fanToCreator'
      const letter = from[n % from.length] ?? from[0]
      const state: InquiryState = n < 3 ? 'new' : n === 3 ? 'open' : n % 6 === 5 ? 'answered' : 'closed'
      const createdAt = at - (n * 4 + 0.3) * day
      return {
        letter,
        isAnswered: state === 'answered' || state === 'closed',
        isFan,
        row: {
          tenantId,
          brandId,
          inquiryId: `inquiry_${slug}_${isFan ? 'fan' : 'platform'}_${pad(n)}`,
          direction,
          fromName: isFan ? personName(n * 5 + 3) : members[0] ? '星野 ひかり' : '',
          from: isFan ? `fan${n}@example.test` : 'owner@hoshi.test',
          uid: isFan ? null : owner,
          subject: letter.subject,
          content: letter.content,
          state,
          assignedTo: isFan ? (n % 3 === 0 ? `member_${owner}` : null) : n % 2 === 1 ? operator : null,
          createdAt,
          lastMessageAt: state === 'answered' || state === 'closed' ? createdAt + 5 * hour : createdAt,
        },
      }
    })
  const all = [
    ...made('fanToCreator', club.seasons > 0 ? 46 : 3, letters),
    ...(club.seasons > 0 ? made('creatorToPlatform', 6, questions) : []),
  ]
  insertAll(
    db,
    inquiries,
    all.map(({ row }) => row),
  )
  insertAll(
    db,
    inquiryMessages,
    all
      .filter(({ isAnswered }) => isAnswered)
      .map(({ row, letter, isFan }) => ({
        tenantId,
        inquiryId: row.inquiryId,
        messageId: `message_${row.inquiryId}`,
        side: 'answerer' as const,
        uid: isFan ? other : 'demo_operator',
        name: isFan ? brand.name : '運営 みどり',
        content: letter.answer,
        at: row.lastMessageAt,
      })),
  )
}
