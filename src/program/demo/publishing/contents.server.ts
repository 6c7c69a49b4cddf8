import { day, type Instant, tokyoMonth } from '#kit/time.ts'
import { dayOf } from '#money/ledger/ledger.ts'
import {
  type Content,
  type ContentBody,
  type ContentTerms,
  newDraft,
  publish,
  schedule,
  visibleFrom,
} from '#publishing/contents/content.ts'
import { type Block, bodyLength, writeDocument } from '#publishing/contents/document.ts'
import { contentViews, contentViewTotals } from '#publishing/contents/public/tables.server.ts'
import { contentPlans, contents } from '#publishing/contents/tables.server.ts'
import { palettes } from '../drawings/drawings'
import { insertAll } from '../insertAll'
import { type Demo, type DemoClub, pad } from '../parts'
import { demoVideos } from './videos.server'

const paragraph = (text: string): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const letters = [
  [
    '寒くなってきましたね。スタジオの窓が白くくもる朝に、新しい曲をひとつ録りました。',
    '最初の音を出すまでに、いつも少し時間がかかります。湯気の立つお茶を机に置いて、ヘッドホンをつけて、部屋が静かになるのを待つ。その日は、遠くの踏切の音がちょうどよく聞こえて、「今だ」と思いました。',
    '一番は、ほとんど最初に歌ったままです。二番の終わりで息が足りなくなって、そこだけ三回やり直しました。完成した音からは、きっと分からないと思います。でも、分からなくていいところを、ここにだけ書いておきたくなりました。',
  ],
  [
    '旅先の喫茶店で、この手紙を書いています。外は雨で、街の音がやわらかく聞こえます。',
    '昨日は海まで歩きました。人のいない浜辺で、波の長さに合わせて小さく歌ってみると、いつもより息がゆっくりになります。帰り道、その長さのまま一行だけ言葉ができました。',
    '店の人が「雨宿りですか」と聞いてくれて、「仕事です」と答えたら笑われました。窓際の席で、濡れた靴を乾かしながら、続きを考えています。',
  ],
  [
    '今月は、曲が形になるまでのノートを、そのままの順番でお見せします。',
    '最初の日は、題名しかありませんでした。二日目に和音が四つ。三日目に、それを全部やめました。やめた和音のひとつが、いま間奏に残っています。',
    'うまくいかない日のページほど、字が大きいのがおかしくて、消さずに残しています。皆さんの一週間のどこかの日と、重なっていたらうれしいです。',
  ],
] as const
const lists = [
  ['歌は一発録り', '鍵盤は友人に弾いてもらいました', '仕上げは来月に'],
  ['一曲目：朝の波止場', '二曲目：まだ題名のない曲', '三曲目：いつもの終わりの歌'],
  ['使った楽器：古いアップライトピアノ', '録った場所：家の廊下', '聴いてほしい時間：夜、寝る前'],
] as const
const closings = [
  '聴きながら読んでもらえたら、うれしいです。',
  '次の手紙は、別の街から出します。',
  '途中のものを見せるのは少し怖いけれど、ここなら大丈夫だと思えます。',
] as const
const openingsInEnglish = [
  'The sea was calm this morning, and I had an hour before the first train.',
  'I write this in the studio, with the lights already off.',
  'A new town, and the same old song that I cannot finish.',
] as const
const bodyOf = (name: string, n: number) => {
  const [opening, ...rest] = letters[n % letters.length] ?? letters[0]
  return writeDocument({
    type: 'doc',
    content: [
      paragraph(opening),
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: `「${name}」のこと` }] },
      ...rest.map(paragraph),
      {
        type: 'bulletList',
        content: (lists[(n + 1) % lists.length] ?? lists[0]).map((line) => ({
          type: 'listItem' as const,
          content: [paragraph(line)],
        })),
      },
      { type: 'blockquote', content: [paragraph(closings[n % closings.length] ?? closings[0])] },
      paragraph('感想は、いつでも待っています。下のコメント欄でも、手紙でも。'),
    ],
  })
}

const bodyInEnglish = (name: string, n: number) =>
  writeDocument({
    type: 'doc',
    content: [
      paragraph(openingsInEnglish[n % openingsInEnglish.length] ?? openingsInEnglish[0]),
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: `About “${name}”` }] },
      paragraph('It was recorded in one go, with the window open. The first breath is the best of it.'),
      {
        type: 'bulletList',
        content: ['Played on: an old upright piano', 'Recorded in: the hall of my flat', 'To be heard: at night'].map(
          (line) => ({ type: 'listItem' as const, content: [paragraph(line)] }),
        ),
      },
      { type: 'blockquote', content: [paragraph('I would be glad if you read this while you listen.')] },
      paragraph('Tell me what you think, in a comment below or in a letter.'),
    ],
  })

/** Contents published every fifth day over some years, a few scheduled ones, and drafts in every stage. */
export const demoContents = async (demo: Demo, club: DemoClub) => {
  const { db, at, picture } = demo
  const { tenantId } = club
  const { brandId, slug } = club.brand
  const pictures = club.contents.map(({ subject }, n) =>
    picture(`content-${slug}-${n}`, subject, [640, 360], palettes[n % palettes.length] ?? palettes[0]),
  )
  const opening = club.plans.filter((plan) => plan.state !== 'draft').map((plan) => plan.planId)
  const said = (n: number, time: Instant): ContentTerms & ContentBody => {
    const { name = '', english } = club.contents[n % club.contents.length] ?? {}
    const number = Math.floor(n / club.contents.length) + 1
    return {
      name: `${name}（${number}）`,
      description: n % 2 ? 'スタジオで録った音と、その日の話。' : '',
      preview: n % 3 === 1 ? '録り終えた朝、窓を開けたら雪でした。最初のひと息が、いちばんよかった曲の話です。' : '',
      english: english
        ? {
            name: `${english} (${number})`,
            ...(n % 2 && { description: 'Sounds from the studio, and what the day was like.' }),
            ...(n % 3 !== 2 && { text: bodyInEnglish(english, n) }),
          }
        : {},
      thumbnail: pictures[n % pictures.length] ?? '',
      viewableBy: n % 6 === 5 ? 'allUsers' : 'paidUsers',
      planIds: opening.filter((_, which) => (n % 5 === 4 ? which === 1 : which <= n % opening.length)),
      backNumberPeriod: tokyoMonth(time),
      periodFollows: false,
      commentPolicy: 'enabled',
      commentAudience: 'all',
      text: bodyOf(name, n),
      imageUrls: [],
      mediaId: null,
      clipFromMs: null,
      streamingId: null,
    }
  }
  const news = (key: string) => ({ planContentId: `content_${slug}_${key}`, type: 'news' as const })
  const videos = await demoVideos(demo, club, club.contents.length)
  /** Among the newest contents, every other third one is a video. */
  const kindOf = (n: number) => {
    const mediaId = n % 3 === 0 ? videos[n / 3] : undefined
    return mediaId ? { type: 'video' as const, mediaId } : { type: 'news' as const, mediaId: null }
  }
  const made: Content[] = []
  for (let n = 0; n < club.contents.length * 8; n++) {
    const time = at - (n * 5 + 1) * day
    const { type, mediaId } = kindOf(n)
    const draft = newDraft({ ...news(pad(n)), type }, { ...said(n, time), mediaId }, time - day)
    made.push(publish(draft, {}, time))
  }
  for (let n = 0; n < 4; n++) {
    const publishingAt = at + (n * 4 + 2) * day
    const draft = newDraft(news(`scheduled_${n}`), said(n + 3, publishingAt), at - (n + 2) * day)
    made.push(schedule(draft, { publishingAt }, at - n * day - 7_200_000))
  }
  for (let n = 0; n < 5; n++) {
    const unfinished = { ...said(n + 1, at), ...(n % 2 && { name: '', planIds: [], thumbnail: '' }) }
    made.push(newDraft(news(`draft_${n}`), unfinished, at - n * day - 3_600_000))
  }
  insertAll(
    db,
    contents,
    made.map(({ planIds: _, backNumberPeriod, imageUrls, ...content }) => ({
      ...content,
      ...bodyLength({ text: content.text, imageUrls }),
      imageUrls: [...imageUrls],
      tenantId,
      brandId,
      periodYear: backNumberPeriod?.year ?? null,
      periodMonth: backNumberPeriod?.month ?? null,
    })),
  )
  const links = made.flatMap((content) =>
    content.planIds.map((planId) => ({
      tenantId,
      planContentId: content.planContentId,
      planId,
      visibleFrom: visibleFrom(content),
      editedAt: content.editedAt,
    })),
  )
  insertAll(db, contentPlans, links)
  // Most views are in the first days.
  const seen = made
    .filter(({ status }) => status === 'active')
    .slice(0, 16)
    .flatMap((content, n) =>
      Array.from({ length: 6 }, (_, after) => ({
        tenantId,
        planContentId: content.planContentId,
        day: dayOf(visibleFrom(content) + after * day),
        viewers: Math.ceil((610 - n * 17) / (after + 1) ** 1.4),
        at: visibleFrom(content) + after * day,
      })),
    )
    .filter((one) => one.at <= at)
  insertAll(
    db,
    contentViews,
    seen.map(({ at: _, ...row }) => row),
  )
  const totals = Map.groupBy(seen, ({ planContentId }) => planContentId)
  insertAll(
    db,
    contentViewTotals,
    [...totals].map(([planContentId, days]) => ({
      tenantId,
      planContentId,
      viewers: days.reduce((sum, { viewers }) => sum + viewers, 0),
    })),
  )
}
