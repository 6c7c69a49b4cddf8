import type { z } from 'zod'
import type { Contract, commonCodes, Operation, RefusalOf, ResultOf } from './contract'
import type { Instant } from './time'

/** What a mocked answer may know besides its payload. */
export type MockContext = {
  /** Who asks, as the mocked identity names them; empty for a visitor. */
  uid: string
  /** The address of a picture that the mocked program draws. */
  picture: (name: string) => string
}

/** The address of a short film that the mocked program serves. */
export const mockFilm = ({ picture }: MockContext) => picture('film').replace(/\.png$/, '/index.m3u8')

export type Refused<Code extends string> = { refusal: Code }
export const refused = <const Code extends string>(refusal: Code): Refused<Code> => ({ refusal })

export type MockAnswer<O extends Operation> = (
  payload: z.output<O['payload']>,
  context: MockContext,
) => ResultOf<O> | Refused<RefusalOf<O> | (typeof commonCodes)[number]>

/** One answer for every operation of a contract: what is forgotten does not compile. */
export type Answers<C extends Contract> = { [Name in keyof C]: MockAnswer<C[Name]> }

/** A noun's mock.ts: the usual answers, and scenarios that replace some of them by name. */
export type Mocks<C extends Contract> = {
  answers: Answers<C>
  scenarios: Record<string, Partial<Answers<C>>>
}

/** The mocked world stands still, so that a picture of today looks like one of yesterday. */
export const mockNow: Instant = Date.UTC(2026, 10, 20, 3, 0)

export const mockNames = [
  '佐藤 葵',
  '鈴木 陽菜',
  '高橋 蓮',
  '田中 結衣',
  '伊藤 湊',
  '渡辺 凛',
  '山本 樹',
  '中村 咲良',
  '小林 律',
  '加藤 芽衣',
  '吉田 朔',
  '山田 紬',
] as const

const folded = (value: string) => value.normalize('NFKC').toLowerCase()

/** A mocked list as the operations search and sort it. `texts` are searched, `by` says what each name sorts by. */
export const mockFound = <Item>(
  all: readonly Item[],
  { q = '', sort }: { q?: string | undefined; sort?: string | undefined },
  { texts, by }: { texts: (item: Item) => string[]; by: Record<string, (item: Item) => string | number> },
): Item[] => {
  const found = all.filter((item) => texts(item).some((text) => folded(text).includes(folded(q))))
  const value = by[sort?.replace('-', '') ?? '']
  if (!value) return found
  const sign = sort?.startsWith('-') ? -1 : 1
  return found.sort((a, b) => (value(a) < value(b) ? -sign : value(a) > value(b) ? sign : 0))
}

/** The n-th of a list that begins again at its end. */
export const nth = <Item>(list: readonly [Item, ...Item[]], n: number): Item => list[n % list.length] ?? list[0]
