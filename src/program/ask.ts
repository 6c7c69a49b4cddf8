import { randomUUID } from 'node:crypto'
import type { GetServerSideProps } from 'next'
import { signInFrom } from '#club/identity/identity.ts'
import { config } from '#config.ts'
import type { Operation, PayloadOf, ResultOf } from '#kit/contract.ts'
import type { Instant } from '#kit/time.ts'
import { now } from '#server/clock.ts'
import {
  type Answered,
  type AskAsVisitor,
  everyBrand,
  noteOwner,
  type Rendering,
  rendering,
} from '#server/rendering.ts'
import { isUnavailable } from '#server/unavailable.ts'
import { endOf } from './moments'
import { perform } from './perform'

/** Lets the web server answer 503, or with the page as it was, where the data could not be had. */
const noting = async <T>(page: Rendering | undefined, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (page && isUnavailable(error)) page.isUnavailable = true
    throw error
  }
}

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'refusal' in error ? String(error.refusal) : null

/** Mocked portal: pages get their data from the features' mocks. */
const mockedAnswer = async <O extends Operation>(
  operation: O,
  payload: PayloadOf<O>,
  locale: 'ja' | 'en',
): Promise<Answered<ResultOf<O>>> => {
  const { answerAsMock } = await import('#mocks/answer.ts')
  const picture = (name: string) => `${config().publicOrigin}/mocks/${name}.png`
  const answer = answerAsMock(operation.name, payload, { uid: '', picture, locale })
  if (answer === 'never') throw new Error('A visitor has no scenario.')
  return answer.ok ? { ok: true, data: answer.data as ResultOf<O> } : answer
}

/** Runs an operation as a visitor: for server-rendered pages, in this process, without HTTP. */
export const askAsVisitor: AskAsVisitor = async <O extends Operation>(
  operation: O,
  payload: PayloadOf<O>,
  locale: string | undefined,
): Promise<Answered<ResultOf<O>>> => {
  const language: 'ja' | 'en' = locale === 'en' ? 'en' : 'ja'
  if (process.env.NEXT_PUBLIC_MOCKED) return mockedAnswer(operation, payload, language)
  const parsed = operation.payload.safeParse(payload)
  if (!parsed.success) return { ok: false, code: 'validation' }
  const page = rendering()
  noteOwner(page, parsed.data)
  const asked = {
    user: null,
    address: page?.address ?? 'page',
    requestId: page?.requestId ?? randomUUID(),
    locale: language,
    at: page?.at ?? now(),
  }
  try {
    const data = (await noting(page, () => perform(operation.name, parsed.data, asked))) as ResultOf<O>
    noteOwner(page, data)
    return { ok: true, data }
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    return { ok: false, code }
  }
}

/** This page is the same for every visitor and shows something of every brand: whichever changes, it is made anew. */
export const showsEveryBrand = () => {
  const page = rendering()
  if (!page) return
  page.isShared = true
  page.tags.add(everyBrand)
}

type Visit = {
  ask: AskAsVisitor
  params: Readonly<Record<string, string | string[] | undefined>>
  locale: string | undefined
  /** Login page only. */
  signInFrom: string
  /** The moment of which the page is. */
  at: Instant
}
/** `keptFor`: milliseconds; set if something on the page expires before the brand's own data changes. */
type PageResult<Props> = { props: Props; status?: 404; keptFor?: number } | { notFound: true }

/**
 * Loads the data of a page that is the same for every visitor and therefore cacheable. It sees neither the request nor
 * the query, which the browser reads itself; a login page only receives `signInFrom`.
 */
export const visitorPage =
  <Props extends object>(load: (visit: Visit) => Promise<PageResult<Props>>): GetServerSideProps<Props> =>
  async ({ params = {}, query, locale, res }) => {
    const page = rendering()
    if (page) page.isShared = true
    // The mocked portal has no page cache, so its pages see their query.
    const from = page?.signInFrom ?? signInFrom(query.redirect_to)
    const shown = await load({ ask: askAsVisitor, params, locale, signInFrom: from, at: page?.at ?? now() })
    if ('notFound' in shown) return shown
    if (page)
      page.until = Math.min(
        await noting(page, () => endOf(page)),
        page.at + (shown.keptFor ?? Number.POSITIVE_INFINITY),
      )
    if (shown.status) res.statusCode = shown.status
    return { props: shown.props }
  }
