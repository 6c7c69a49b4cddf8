import { createRequire } from 'node:module'
import { z } from 'zod'
import { serverConfig } from '#config.server.ts'
import { katakanaOf } from '#kit/kana.ts'
import { outsideCall } from '../telemetry/outside'

type Branch = { code: string; name: string; kana: string; hira: string; roma: string }
type Bank = Branch & { branches: Record<string, Branch> }
export type Found = { code: string; name: string; kana: string }

/** Look-up of bank and branch codes. */
export type BankDirectory = {
  /** Date of the table, `yyyy-mm-dd`. */
  date: string
  bank(code: string): Found | undefined
  branch(bankCode: string, code: string): Found | undefined
  banks(q: string): Found[]
  branches(bankCode: string, q: string): Found[]
}

const require = createRequire(import.meta.url)
const most = 50

const folded = (text: string) =>
  katakanaOf(text)
    .toLowerCase()
    .replace(/[ァィゥェォャュョッ]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 1))
    .replace(/(銀行|支店|ギンコウ|シテン)$/u, '')

/** By code, or by name in kanji, kana or Latin letters; matches at the beginning come first. */
const search = (all: readonly Branch[], q: string): Found[] => {
  const asked = folded(q.trim())
  if (asked === '') return all.slice(0, most).map(({ code, name, kana }) => ({ code, name, kana }))
  const rank = ({ code, name, kana, roma }: Branch) => {
    const texts = [code, folded(name), folded(kana), roma]
    if (texts.includes(asked)) return 0
    if (texts.some((text) => text.startsWith(asked))) return 1
    return texts.some((text) => text.includes(asked)) ? 2 : 3
  }
  return all
    .map((one) => ({ one, rank: rank(one) }))
    .filter((each) => each.rank < 3)
    .sort((a, b) => a.rank - b.rank || (a.one.code < b.one.code ? -1 : 1))
    .slice(0, most)
    .map(({ one: { code, name, kana } }) => ({ code, name, kana }))
}

let bundled: BankDirectory | undefined
/** The table of the package zengin-code; loaded at the first lookup because it is 5 MB. */
const bundledDirectory = (): BankDirectory => {
  if (bundled) return bundled
  const table = require('zengin-code') as Record<string, Bank>
  const { version } = require('zengin-code/package.json') as { version: string }
  const [, year, month, day] = /p(\d{4})(\d{2})(\d{2})/.exec(version) ?? []
  const banks = Object.values(table)
  const shown = (one: Branch | undefined) => one && { code: one.code, name: one.name, kana: one.kana }
  const own = <T>(all: Record<string, T> | undefined, key: string): T | undefined =>
    all && Object.hasOwn(all, key) ? all[key] : undefined
  bundled = {
    date: `${year}-${month}-${day}`,
    bank: (code) => shown(own(table, code)),
    branch: (bankCode, code) => shown(own(own(table, bankCode)?.branches, code)),
    banks: (q) => search(banks, q),
    branches: (bankCode, q) => search(Object.values(own(table, bankCode)?.branches ?? {}), q),
  }
  return bundled
}

export const bankDirectory = bundledDirectory

/** A provider's data of one branch; null where it has none. Its responses are validated. */
export type BankProvider = { branch(bankCode: string, code: string): Promise<Found | null> }

const timeout = 5000
/** Maximum response size: one branch takes some hundred bytes. */
const longest = 64 * 1024

const branches = z.object({
  branches: z.array(z.object({ code: z.string(), name: z.string(), fullWidthKana: z.string().optional() })).max(2000),
})

/** Reads a response's text up to a maximum length, so that an endless response is cut off. */
const textUpTo = async (answer: Response, most: number): Promise<string> => {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of answer.body ?? []) {
    length += part.length
    if (length > most) throw new Error('The bank code service answered too much.')
    parts.push(part)
  }
  return new TextDecoder().decode(Buffer.concat(parts))
}

/**
 * BankcodeJP (its API v3), used where the specification's key is set, for data that the table lacks, such as a new
 * branch. The list of a bank's branches is requested with a filter, and the key is sent in a header, so that no log of
 * URLs contains it.
 */
export const bankProvider = (mostTime = timeout): BankProvider | null => {
  const { BANK_CODE_API_KEY: apikey, BANK_CODE_API_URL: origin } = serverConfig()
  if (!apikey) return null
  return {
    async branch(bankCode, code) {
      const url = new URL(`/v3/banks/${encodeURIComponent(bankCode)}/branches`, origin)
      url.searchParams.set('filter', `code==${code}`)
      url.searchParams.set('limit', '1')
      const headers = { apikey, accept: 'application/json' }
      const answer = await outsideCall({ service: 'bank codes', call: 'branches' }, () =>
        fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(mostTime) }),
      )
      if (answer.status === 404) return null
      if (!answer.ok) throw new Error(`The bank code service answered ${answer.status}.`)
      const said = branches.safeParse(JSON.parse(await textUpTo(answer, longest)))
      if (!said.success) throw new Error('The bank code service answered something else than branches.')
      const found = said.data.branches.find((one) => one.code === code)
      const name = found?.name.normalize('NFKC').trim().slice(0, 60) ?? ''
      return name === '' ? null : { code, name, kana: found?.fullWidthKana?.slice(0, 60) ?? '' }
    },
  }
}
