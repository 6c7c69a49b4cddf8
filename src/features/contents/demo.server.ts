import { day, type Instant, tokyoMonth } from '../../kit/time'
import { type Demo, type DemoClub, pad } from '../../server/demo/parts'
import { type Content, type ContentBody, type ContentTerms, newDraft, publish, schedule, visibleFrom } from './content'
import { type Block, writeDocument } from './document'
import { contentPlans, contents } from './tables.server'

const paragraph = (text: string): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const openings = [
  '寒くなってきましたね。スタジオの窓が白くくもる朝に、新しい曲をひとつ録りました。',
  '旅先の喫茶店で、この手紙を書いています。外は雨で、街の音がやわらかく聞こえます。',
  '今月は、曲が形になるまでのノートを、そのままの順番でお見せします。',
]
const bodyOf = (name: string, n: number) =>
  writeDocument({
    type: 'doc',
    content: [
      paragraph(openings[n % openings.length] ?? ''),
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: `「${name}」のこと` }] },
      {
        type: 'bulletList',
        content: ['歌は一発録り', '鍵盤は友人に弾いてもらいました', '仕上げは来月に'].map((line) => ({
          type: 'listItem',
          content: [paragraph(line)],
        })),
      },
      { type: 'blockquote', content: [paragraph('聴きながら読んでもらえたら、うれしいです。')] },
      paragraph('感想は、いつでも待っています。'),
    ],
  })

/** Published every fifth day for some years, a few that are scheduled, and drafts in every stage. */
export const demoContents = async ({ db, at, picture }: Demo, club: DemoClub) => {
  const { tenantId } = club
  const { brandId, slug, colors } = club.brand
  const pictures = await Promise.all(
    club.contents.map((_, n) =>
      picture(`content-${slug}-${n}`, n % 2 ? [colors[1], colors[0]] : colors, [640, 360], n + 11),
    ),
  )
  const opening = club.plans.filter((plan) => plan.state !== 'draft').map((plan) => plan.planId)
  const said = (n: number, time: Instant): ContentTerms & ContentBody => {
    const name = club.contents[n % club.contents.length] ?? ''
    return {
      name: `${name}（${Math.floor(n / club.contents.length) + 1}）`,
      description: n % 2 ? 'スタジオで録った音と、その日の話。' : '',
      thumbnail: pictures[n % pictures.length] ?? '',
      viewableBy: n % 6 === 5 ? 'allUsers' : 'paidUsers',
      planIds: opening.filter((_, which) => (n % 5 === 0 ? which === opening.length - 1 : which <= n % opening.length)),
      backNumberPeriod: tokyoMonth(time),
      commentPolicy: 'enabled',
      commentAudience: 'all',
      text: bodyOf(name, n),
      imageUrls: [],
      mediaId: null,
      streamingId: null,
    }
  }
  const news = (key: string) => ({ planContentId: `content_${slug}_${key}`, type: 'news' as const })
  const made: Content[] = []
  for (let n = 0; n < club.contents.length * 8; n++) {
    const time = at - (n * 5 + 1) * day
    made.push(publish(newDraft(news(pad(n)), said(n, time), time - day), {}, time))
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
  await db.insert(contents).values(
    made.map(({ planIds: _, backNumberPeriod, imageUrls, ...content }) => ({
      ...content,
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
    })),
  )
  await db.insert(contentPlans).values(links)
}
