import { createRequire } from 'node:module'
import { serverConfig } from '../../config.server'

type Branch = { code: string; name: string; kana: string; hira: string; roma: string }
type Bank = Branch & { branches: Record<string, Branch> }
export type Found = { code: string; name: string; kana: string }

/** Where bank and branch codes are looked up. */
export type BankDirectory = {
  /** When its table was made, `yyyy-mm-dd`. */
  date: string
  bank(code: string): Found | undefined
  branch(bankCode: string, code: string): Found | undefined
  banks(q: string): Found[]
  branches(bankCode: string, q: string): Found[]
}

const require = createRequire(import.meta.url)
const most = 50

const folded = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u3041-\u3096]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0x60))
    .replace(/[ァィゥェォャュョッ]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 1))
    .replace(/(銀行|支店|ギンコウ|シテン)$/u, '')

/** By code, name in kanji, kana or Latin letters; what begins with it stands first. */
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
/** The table of the package zengin-code; read at the first question, it weighs 5 MB. */
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

/** What a provider knows of one branch; null where it knows none. Its answers are looked at, never trusted with more. */
export type BankProvider = { branch(bankCode: string, code: string): Promise<Found | null> }

const timeout = 5000
const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 60) : '')

/** BankcodeJP, where the specification's key is set: asked for what the table does not know (a branch of last week). */
export const bankProvider = (ask: typeof fetch = fetch): BankProvider | null => {
  const key = serverConfig().BANK_CODE_API_KEY
  if (!key) return null
  return {
    async branch(bankCode, code) {
      const url = `https://apis.bankcode-jp.com/v3/banks/${bankCode}/branches/${code}`
      const answer = await ask(url, { headers: { 'x-api-key': key }, signal: AbortSignal.timeout(timeout) })
      if (answer.status === 404) return null
      if (!answer.ok) throw new Error(`The bank code service answered ${answer.status}.`)
      const said = (await answer.json()) as { branch?: { code?: unknown; name?: unknown; fullWidthKana?: unknown } }
      if (said.branch?.code !== code) return null
      return { code, name: textOf(said.branch.name), kana: textOf(said.branch.fullWidthKana) }
    },
  }
}
