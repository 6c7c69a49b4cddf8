import { eq } from 'drizzle-orm'
import { fans, people } from '#club/fans/tables.server.ts'
import type { CommentStatus, HeldReason } from '#publishing/comments/comment.ts'
import { commentReports, comments, watchedWords } from '#publishing/comments/tables.server.ts'
import { contentCounts, contentLoves } from '#publishing/contents/public/tables.server.ts'
import { contents } from '#publishing/contents/tables.server.ts'
import { insertAll } from '../insertAll'
import { type Demo, type DemoClub, emailOf, pad, personName } from '../parts'
import { randomFrom } from '../random'

const said = [
  '朝いちばんに聴きました。窓の外が少し明るくなった気がします。',
  '制作ノート、いつも楽しみにしています。今回は特に、迷ったところを正直に書いてくださってうれしかったです。',
  'この曲のピアノ、どなたが弾いているのですか？',
  '最後の一行で泣きました。ありがとうございます。',
  '来月のライブ、遠くからですが行きます！',
  '歌詞を書き写して、手帳にはさみました。',
  '仕事の帰り道にずっと聴いています。今日は一駅歩きました。',
  '娘と一緒に見ました。「もう一回」を三回言われました。',
  '録音のときの部屋の音が、そのまま残っているのがいいですね。',
  '前の月から入会しました。過去のノートも少しずつ読んでいます。',
  '弾き語りの回、また聞きたいです。',
  '体に気をつけて、ゆっくり作ってください。',
]
const answers = [
  '読んでくださって、ありがとうございます。次のノートも、迷ったところから書きます。',
  'うれしいです。冬の回も準備しています。どうぞお楽しみに。',
]
const commenters = 40

/** Fans who love and comment: most on the newest contents, one content with three pages, and some held comments. */
export const demoComments = async ({ db, at }: Demo, { tenantId, brand: { brandId, slug } }: DemoClub) => {
  const random = randomFrom(slug.length * 331)
  const uids = Array.from({ length: commenters }, (_, n) => `demo_reader_${slug}_${pad(n)}`)
  insertAll(
    db,
    people,
    uids.map((uid, n) => ({
      uid,
      displayName: personName(n + slug.length),
      email: emailOf(uid),
      createdAt: at,
      editedAt: at,
    })),
  )
  insertAll(
    db,
    fans,
    uids.map((uid, n) => ({
      tenantId,
      brandId,
      uid,
      fanId: `fan_${slug}_reader_${pad(n)}`,
      firstSeenAt: at - (n + 1) * 86_400_000,
      lastActiveAt: at - n * 3_600_000,
      editedAt: at,
      ...(n === 7 && { commentBanUntil: Number.POSITIVE_INFINITY, commentBanReason: '宣伝の書き込みが続いたため' }),
    })),
  )
  const shown = await db
    .select({ planContentId: contents.planContentId, visibleFrom: contents.visibleFrom })
    .from(contents)
    .where(eq(contents.brandId, brandId))
    .orderBy(contents.planContentId)
  const published = shown.filter(({ visibleFrom }) => visibleFrom <= at).sort((a, b) => b.visibleFrom - a.visibleFrom)
  const rows: (typeof comments.$inferInsert)[] = []
  const loves: (typeof contentLoves.$inferInsert)[] = []
  const counts: (typeof contentCounts.$inferInsert)[] = []
  const state = (n: number): { status: CommentStatus; heldReasons: HeldReason[]; content?: string } => {
    if (n % 23 === 5)
      return { status: 'held', heldReasons: ['link'], content: 'こちらで詳しく書きました https://example.com/diary' }
    if (n % 31 === 9)
      return { status: 'held', heldReasons: ['watchedWord'], content: 'チケットを転売している人を見かけました。' }
    if (n % 37 === 13)
      return {
        status: 'held',
        heldReasons: ['newFan'],
        content: 'はじめまして。先月からの会員です。これからもよろしくお願いします。',
      }
    if (n % 41 === 11)
      return { status: 'hidden', heldReasons: [], content: '（強い言葉のため、運営が非表示にしました）' }
    return { status: 'published', heldReasons: [] }
  }
  for (const [place, { planContentId, visibleFrom }] of published.entries()) {
    const many = place === 0 ? 46 : Math.floor(random() * Math.max(1, 9 - place / 4))
    let counted = 0
    for (let n = 0; n < many; n++) {
      const made = state(rows.length)
      counted += Number(made.status === 'published')
      const above = rows.at(-1)
      // Every sixth one is a reply to the previous comment, unless that is a reply itself.
      const isReply =
        n % 6 === 4 && above?.status === 'published' && above.planContentId === planContentId && !above.parentId
      const from = isReply ? above.commentedAt : visibleFrom
      if (isReply) above.hasReplies = true
      rows.push({
        tenantId,
        brandId,
        commentId: `comment_${slug}_${pad(rows.length)}`,
        planContentId,
        uid: uids[Math.floor(random() * commenters)] ?? '',
        content: said[Math.floor(random() * said.length)] ?? '',
        // Between publication and now, with the first ones soon after it.
        commentedAt: from + Math.floor((at - from) * random() ** 2 * 0.98) + 1,
        ...(isReply && { parentId: above.commentId }),
        ...made,
        // Every other answer is the brand's own.
        ...(isReply &&
          n % 12 === 4 &&
          made.status === 'published' && { asBrand: true, content: answers[place % 2] ?? '' }),
      })
    }
    const lovers = uids.filter(() => random() < Math.max(0.1, 0.9 - place / 30))
    loves.push(...lovers.map((uid) => ({ tenantId, planContentId, uid, lovedAt: visibleFrom + 1 })))
    counts.push({ tenantId, planContentId, loves: lovers.length, comments: counted })
  }
  const reported = rows.find(({ status }) => status === 'published')
  if (reported) reported.reportCount = 1
  const welcome = rows.find(({ status, parentId, hasReplies }) => status === 'published' && !parentId && hasReplies)
  if (welcome) welcome.pinnedAt = at
  insertAll(db, comments, rows)
  insertAll(db, contentLoves, loves)
  insertAll(db, contentCounts, counts)
  if (reported) {
    const { commentId } = reported
    await db
      .insert(commentReports)
      .values({ tenantId, commentId, uid: uids[0] ?? '', reason: '内容と関係のない話です。', reportedAt: at })
  }
  const words = { words: ['転売', '副業'], holdNewFans: true, editedAt: at, editedBy: '' }
  await db.insert(watchedWords).values({ tenantId, brandId, ...words })
}
