import { randomBytes } from 'node:crypto'
import { config } from '../config'
import type { Operation, PayloadOf, ResultOf } from '../kit/contract'
import { randomText } from '../kit/ids'
import { now } from './clock'
import { perform } from './perform'

type Answered<R> = { ok: true; data: R } | { ok: false; code: string }

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'refusal' in error ? String(error.refusal) : null

/** In the mocked portal nothing stands behind a page but the nouns' mocks. */
const mockedAnswer = async <O extends Operation>(
  operation: O,
  payload: PayloadOf<O>,
): Promise<Answered<ResultOf<O>>> => {
  const { answerAsMock } = await import('../mocks/answer')
  const picture = (name: string) => `${config().publicOrigin}/mocks/${name}.png`
  const answer = answerAsMock(operation.name, payload, { uid: '', picture })
  if (answer === 'never') throw new Error('A visitor has no scenario.')
  return answer.ok ? { ok: true, data: answer.data as ResultOf<O> } : answer
}

/** What a visitor would be answered: for server-rendered pages, in this process, never by HTTP to ourselves. */
export const askAsVisitor = async <O extends Operation>(
  operation: O,
  payload: PayloadOf<O>,
  locale: string | undefined,
): Promise<Answered<ResultOf<O>>> => {
  if (process.env.NEXT_PUBLIC_MOCKED) return mockedAnswer(operation, payload)
  const parsed = operation.payload.safeParse(payload)
  if (!parsed.success) return { ok: false, code: 'validation' }
  const asked = {
    user: null,
    address: 'page',
    requestId: randomText((bytes) => randomBytes(bytes.length)),
    locale: locale === 'en' ? ('en' as const) : ('ja' as const),
    at: now(),
  }
  try {
    return { ok: true, data: (await perform(operation.name, parsed.data, asked)) as ResultOf<O> }
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    return { ok: false, code }
  }
}

export type AskAsVisitor = typeof askAsVisitor
