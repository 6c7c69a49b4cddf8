import type { ServerConfig } from '#config.schema.ts'
import { address, uploads } from './browsers'
import { clock, database, migrations, replica } from './database'
import { ffmpeg, ports } from './machine'
import type { Part } from './part'
import { identity, mail, payments, push } from './services'
import { publicFiles, storage } from './storage'

type Finding = { name: string; outcome: 'works' | 'fails' | 'unset'; sentence: string }

const parts: Record<string, Part> = {
  database,
  replica,
  migrations,
  clock,
  storage,
  'public files': publicFiles,
  uploads,
  address,
  mail,
  push,
  identity,
  payments,
  ffmpeg,
  ports,
}

/** Milliseconds for each part, all of which are asked at once. */
const patience = 12_000

const inTime = async <T>(asked: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, failed) => {
    timer = setTimeout(() => failed(new Error(`no answer within ${patience / 1000} s`)), patience)
  })
  return Promise.race([asked, tooLate]).finally(() => clearTimeout(timer))
}

const passwordIn = (value: string) => (URL.canParse(value) ? new URL(value).password : '')

/** Services repeat what they refuse: no value of a secret, nor a password of an address, is said. */
const withoutSecrets = (config: ServerConfig, text: string) => {
  const secrets = Object.entries(config).flatMap(([key, value]) => {
    if (typeof value !== 'string') return []
    const password = passwordIn(value)
    const own = /SECRET|TOKEN|PRIVATE_KEY|API_KEY|ENCRYPTION_KEY/.test(key) ? [value] : []
    return password ? [...own, password, decodeURIComponent(password)] : own
  })
  return secrets.reduce((said, secret) => said.replaceAll(secret, '(secret)'), text).replaceAll(/\s+/g, ' ')
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  // What is said of several addresses of one name, and what fetch hides.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  if (error.message === 'fetch failed' && error.cause) return reasonOf(error.cause)
  const said = error.message || error.name
  return error.cause ? `${said}: ${reasonOf(error.cause)}` : said
}

const find = async (name: string, part: Part, config: ServerConfig): Promise<Finding> => {
  try {
    const said = await inTime(part(config))
    return typeof said === 'string'
      ? { name, outcome: 'works', sentence: said }
      : { name, outcome: 'unset', sentence: said.unset }
  } catch (error) {
    return { name, outcome: 'fails', sentence: withoutSecrets(config, reasonOf(error)) }
  }
}

export const findings = (config: ServerConfig): Promise<Finding>[] =>
  Object.entries(parts).map(([name, part]) => find(name, part, config))
