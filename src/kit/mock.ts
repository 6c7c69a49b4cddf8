import type { z } from 'zod'
import type { Contract, commonCodes, Operation, PayloadOf, RefusalOf, ResultOf } from './contract'
import type { ExampleWorld } from './exampleWorld'
import type { Instant } from './time'

/** Context of a mocked response. */
export type MockContext = {
  /** The mocked user's id; empty for a visitor. */
  uid: string
  /** URL of a picture that the mocked program draws. */
  picture: (name: string) => string
  /** Of the reader, for what the server says in words. */
  locale?: 'ja' | 'en'
}

/** URL of a short film that the mocked program serves. */
export const mockFilm = ({ picture }: MockContext) => picture('film').replace(/\.png$/, '/index.m3u8')

export type Refused<Code extends string> = { refusal: Code }
export const refused = <const Code extends string>(refusal: Code): Refused<Code> => ({ refusal })

export type MockAnswer<O extends Operation> = (
  payload: z.output<O['payload']>,
  context: MockContext,
) => ResultOf<O> | Refused<RefusalOf<O> | (typeof commonCodes)[number]>

/** One result for every operation of a contract: a missing one does not compile. */
export type Answers<C extends Contract> = { [Name in keyof C]: MockAnswer<C[Name]> }

/** A payload of every operation that its rightful caller may send in a club with one of everything. */
export type Examples<C extends Contract> = { [Name in keyof C]: PayloadOf<C[Name]> }

/**
 * The contents of a feature's mock.ts: an example of each payload, for the mocks and for every test that walks the operations;
 * default responses, and scenarios that replace some of them by name.
 */
export type Mocks<C extends Contract> = {
  examples: (world: ExampleWorld) => Examples<C>
  answers: Answers<C>
  scenarios: Record<string, Partial<Answers<C>>>
  /** What a followed operation sends at once, before nothing more comes. */
  followed?: { [Name in keyof C]?: (payload: z.output<C[Name]['payload']>, context: MockContext) => object[] }
}

/** Time is fixed in the mocks, so that screenshots of different days are equal. */
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

/** A mocked list with search and sorting. `texts` are searched, `by` gives the value for each sort key. */
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

/** The n-th item of a list, starting again at its end. */
export const nth = <Item>(list: readonly [Item, ...Item[]], n: number): Item => list[n % list.length] ?? list[0]
