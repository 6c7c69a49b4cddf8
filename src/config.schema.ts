import { z } from 'zod'
import {
  address,
  base64Url,
  boolean,
  httpUrl,
  link,
  list,
  longSecret,
  ofNobody,
  origin,
  port,
  postgresUrl,
  privateKey,
  rate,
  secure,
  signInProvider,
  wholeNumber,
} from './config.values'

export type { SignInProvider } from './config.values'

export type Environment = Record<string, string | undefined>

/** Sent to every browser through /api/config.js: never add secrets here. */
const publicKeys = {
  PREVIEW_ENVIRONMENT_NAME: z.string().default('preview'),
  PUBLIC_ORIGIN: origin.refine(...secure).optional(),
  CREW_ORIGIN: origin.default('https://crew.tsudoi.example'),
  ACCOUNTS_ORIGIN: origin.optional(),
  CMS_ORIGIN: origin.optional(),
  CMS_API_ORIGIN: origin.optional(),
  BACKEND_GRPC_ROOT: httpUrl.optional(),
  BACKEND_API_URL: httpUrl.optional(),
  PACKED_BACKEND_CMS_ROOT: link.default('/api/cms'),
  PACKED_BACKEND_PUBLIC_ROOT: link.default('/api/public'),
  PUBLIC_STORAGE_URL: httpUrl.refine(...secure).optional(),
  VIDEO_PLAYER_LICENSE: z.string().optional(),
  VIDEO_PLAYER_LIBRARY_URL: httpUrl.optional(),
  TAG_MANAGER_ID: z
    .string()
    .regex(/^GTM-[A-Z0-9]+$/, 'must look like GTM-XXXXXXX')
    .optional(),
  EMBED_SCRIPT_URL: httpUrl.optional(),
  SENTRY_DSN: httpUrl.optional(),
  TERMS_OF_SERVICE_URL: link.default('/'),
  CREATOR_PRIVACY_POLICY_URL: link.default('/'),
  HELP_SITE_URL: link.default('/'),
  FAN_TERMS_URL: link.optional(),
  FAN_PRIVACY_URL: link.optional(),
  FAN_HELP_URL: link.optional(),
  FEATURE_FAN_CLUB_EVENTS: boolean.default(false),
  SIGN_IN_PROVIDERS: list(signInProvider)
    .pipe(z.array(signInProvider).min(1, 'must name at least one of password, google'))
    .default(['password', 'google']),
  USE_EMULATOR: boolean.default(false),
  AUTH_EMULATOR_PORT: port.default(9099),
  FIREBASE_AUTH_EMULATOR_HOST: z
    .string()
    .regex(/^[\w.-]+:\d{1,5}$/, 'must look like 127.0.0.1:9099')
    .optional(),
  FIREBASE_PROJECT_ID: z.string().regex(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/, 'must be a Firebase project id'),
  FIREBASE_API_KEY: z.string(),
  FIREBASE_AUTH_DOMAIN: z.string().optional(),
  FIREBASE_DATABASE_URL: httpUrl.optional(),
  FIREBASE_STORAGE_BUCKET: z.string().optional(),
  FIREBASE_MESSAGING_SENDER_ID: z.string().optional(),
  FIREBASE_APP_ID: z.string().optional(),
}

const serverKeys = {
  PORT: port.default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an address of this machine')
    .optional(),
  INSTANCE_ROLE: z.enum(['web', 'worker', 'both'], { error: 'must be web, worker or both' }).default('both'),
  DATA_DIR: z.string().default('./data'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  DATABASE_URL: postgresUrl.optional(),
  MIGRATION_DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  DATABASE_POOLER: z.enum(['transaction', 'prepared'], { error: 'must be transaction or prepared' }).optional(),
  DATABASE_POOL: wholeNumber(2, 1000).default(12),
  LOCAL_DATABASE_CACHE_MIB: wholeNumber(1, 65_536).default(40),
  GOOGLE_APPLICATION_CREDENTIALS: z.string().optional(),
  OPERATOR_EMAILS: list(
    z.email('must be e-mail addresses, separated by commas').transform((mail) => mail.toLowerCase()),
  ).default([]),
  URL_SIGNING_SECRET: longSecret.optional(),
  URL_SIGNING_SECRET_PREVIOUS: longSecret.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_ENDPOINT: httpUrl.optional(),
  CLOUDFRONT_URL: httpUrl.optional(),
  CLOUDFRONT_KEY_PAIR_ID: z.string().optional(),
  CLOUDFRONT_PRIVATE_KEY: privateKey.optional(),
  CLOUDFRONT_KEY_PAIR_ID_PREVIOUS: z.string().optional(),
  CLOUDFRONT_PRIVATE_KEY_PREVIOUS: privateKey.optional(),
  CLOUDFRONT_COOKIE_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+$/, 'must be a domain such as example.com')
    .optional(),
  FFMPEG_PATH: z.string().default('ffmpeg'),
  FFPROBE_PATH: z.string().default('ffprobe'),
  VIDEO_CONVERSIONS: wholeNumber(0, 16).default(1),
  RTMP_PORT: wholeNumber(0, 65_535).default(0),
  RTMP_URL: address(['rtmp:', 'rtmps:'], 'must be an rtmp:// or rtmps:// URL').optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must be a secret or restricted key of Stripe')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, 'must begin with whsec_')
    .optional(),
  SMTP_URL: address(['smtp:', 'smtps:'], 'must be a smtp:// or smtps:// URL').optional(),
  SMTP_RATE: wholeNumber(0, 10_000).default(0),
  MAIL_EVENTS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  VAPID_PUBLIC_KEY: base64Url(65, 'must be 65 bytes of an uncompressed point in base64url').optional(),
  VAPID_PRIVATE_KEY: base64Url(32, 'must be 32 bytes in base64url').optional(),
  VAPID_SUBJECT: address(['https:', 'mailto:'], 'must be a mailto: or https:// address').optional(),
  PUSH_TEST_ORIGIN: origin.optional(),
  MAIL_FROM: z.string().default('Tsudoi <no-reply@tsudoi.example>'),
  BANK_CODE_API_KEY: z.string().optional(),
  CDN_PURGE_URL: httpUrl.optional(),
  CDN_PURGE_TOKEN: z.string().optional(),
  BANK_CODE_API_URL: origin.default('https://apis.bankcode-jp.com'),
  PLATFORM_NAME: z.string().min(1).max(60).default('Tsudoi（集い）運営事務局'),
  PLATFORM_INVOICE_NUMBER: z
    .string()
    .regex(/^T\d{13}$/, 'must be a T and 13 digits')
    .optional(),
  PLATFORM_FEE_RATE: rate.default(0.1),
  PAYMENT_FEE_RATE: rate.default(0.036),
  KONBINI_FEE: wholeNumber(0, 10_000).default(200),
  LOOKER_HOST: z
    .string()
    .regex(/^[a-z0-9.-]+(:\d{1,5})?$/, 'must be a host such as club.looker.com')
    .optional(),
  LOOKER_EMBED_SECRET: z.string().optional(),
  LOOKER_MODELS: list(z.string()).default([]),
  LOOKER_REPORTS: list(z.string().regex(/^\/embed\/\S+$/, 'must be paths that begin with /embed/')).default([]),
  OAUTH_AUTHORIZATION_URL: httpUrl.optional(),
  OAUTH_TOKEN_URL: httpUrl.optional(),
  OAUTH_CLIENT_ID: z.string().optional(),
  OAUTH_CLIENT_SECRET: z.string().optional(),
  OAUTH_SCOPE: z.string().default('openid offline_access'),
  MINIMUM_PAYOUT: wholeNumber(1, 1_000_000).default(3000),
  PAYOUT_FEE: wholeNumber(0, 10_000).default(330),
  RETURN_FEE: wholeNumber(0, 10_000).default(880),
  PAYOUT_SENDER_CODE: z
    .string()
    .regex(/^\d{10}$/, 'must have 10 digits')
    .optional(),
  PAYOUT_SENDER_NAME: z.string().max(40, 'must have at most 40 characters').optional(),
  PAYOUT_SENDER_ACCOUNT: z
    .string()
    .regex(/^\d{4}-\d{3}-[12]-\d{7}$/, 'must look like 0001-001-1-1234567')
    .optional(),
  FIELD_ENCRYPTION_KEY: longSecret.optional(),
  FIELD_ENCRYPTION_KEY_PREVIOUS: longSecret.optional(),
  TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  CLOCK: z.enum(['real', 'adjustable'], { error: 'must be real or adjustable' }).default('real'),
  RATE_LIMITS: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .transform((value) => value === 'on')
    .default(true),
}

const schema = z.object({ ...publicKeys, ...serverKeys })

type Parsed = z.infer<typeof schema>
export type ServerConfig = Parsed & { PUBLIC_ORIGIN: string; PUBLIC_STORAGE_URL: string }
export const configKeys = Object.keys(schema.shape) as (keyof Parsed)[]

/** Whether test features (emulator, demo world, adjustable clock) are allowed: only with these projects. */
export const isDemoProject = (projectId: string) => projectId.startsWith('demo-')

const vapidKeys = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'] as const
const oauthKeys = ['OAUTH_AUTHORIZATION_URL', 'OAUTH_TOKEN_URL', 'OAUTH_CLIENT_ID'] as const
const s3Keys = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

const publicOriginOf = ({ PUBLIC_ORIGIN, PORT }: Parsed) => PUBLIC_ORIGIN ?? `http://localhost:${PORT}`
const leadsHere = (values: Parsed) => values.PUBLIC_STORAGE_URL?.startsWith(`${publicOriginOf(values)}/api/media`)

/** What `.env.example` says in place of something real, beside those. */
const inventions: Partial<Record<keyof Parsed, string>> = {
  FIREBASE_API_KEY: 'demo-key',
  PAYOUT_SENDER_CODE: '1234567890',
  PAYOUT_SENDER_ACCOUNT: '0001-001-1-1234567',
  PAYOUT_SENDER_NAME: 'ﾂﾄﾞｲ(ｶ',
}
const placeholdersIn = (values: Parsed) =>
  configKeys.filter((key) =>
    [values[key]].flat().some((one) => typeof one === 'string' && (inventions[key] === one || ofNobody.test(one))),
  )

/** What an instance lacks whose work is shared with others: everything of its own that they would have to have. */
const rulesOfShared = (values: Parsed): string[] => {
  const problems: string[] = []
  if (values.VIDEO_CONVERSIONS === 0 && !values.DATABASE_URL)
    problems.push('VIDEO_CONVERSIONS=0 needs DATABASE_URL (no other instance would convert)')
  if (values.INSTANCE_ROLE === 'both') return problems
  const own = `INSTANCE_ROLE=${values.INSTANCE_ROLE}`
  if (!values.DATABASE_URL) problems.push(`${own} needs DATABASE_URL (the built-in database is one instance's own)`)
  if (!values.S3_BUCKET) problems.push(`${own} needs the S3 settings (files in DATA_DIR are one instance's own)`)
  if (values.CLOCK === 'adjustable') problems.push(`${own} needs CLOCK=real (an adjusted clock is one instance's own)`)
  if (values.INSTANCE_ROLE === 'worker' && values.USE_EMULATOR && !values.FIREBASE_AUTH_EMULATOR_HOST)
    problems.push(`${own} needs FIREBASE_AUTH_EMULATOR_HOST (an emulator of its own knows nobody)`)
  return problems
}

/** A key that others are rotated from, or to, stands beside the one in use. */
const rulesOfPrevious = (values: Parsed): string[] => {
  const problems: string[] = []
  for (const key of ['FIELD_ENCRYPTION_KEY', 'URL_SIGNING_SECRET', 'CLOUDFRONT_KEY_PAIR_ID'] as const) {
    const previous = values[`${key}_PREVIOUS`]
    if (previous && !values[key]) problems.push(`${key}_PREVIOUS needs ${key}`)
    else if (previous && previous === values[key]) problems.push(`${key}_PREVIOUS is the same as ${key}`)
  }
  if (Boolean(values.CLOUDFRONT_KEY_PAIR_ID_PREVIOUS) !== Boolean(values.CLOUDFRONT_PRIVATE_KEY_PREVIOUS))
    problems.push('CLOUDFRONT_KEY_PAIR_ID_PREVIOUS and CLOUDFRONT_PRIVATE_KEY_PREVIOUS go together')
  return problems
}

const rulesAcrossKeys = (values: Parsed): string[] => {
  const problems = rulesOfShared(values)
  const s3Given = s3Keys.filter((key) => values[key])
  if (s3Given.length > 0 && s3Given.length < s3Keys.length) {
    for (const key of s3Keys) if (!values[key]) problems.push(`${key} is missing (the S3 settings go together)`)
  }
  // The program's own address for public files leads to this one: without it the address would lead to itself.
  if (values.S3_BUCKET && !values.PUBLIC_STORAGE_URL) {
    problems.push('PUBLIC_STORAGE_URL is missing (with S3 public pictures are read straight from there)')
  } else if (values.S3_BUCKET && leadsHere(values)) {
    problems.push('PUBLIC_STORAGE_URL must be where S3 serves public files, not this program')
  }
  if (values.S3_ENDPOINT && s3Given.length === 0) problems.push('S3_ENDPOINT needs the other S3 settings')
  if (Boolean(values.CLOUDFRONT_KEY_PAIR_ID) !== Boolean(values.CLOUDFRONT_PRIVATE_KEY)) {
    problems.push('CLOUDFRONT_KEY_PAIR_ID and CLOUDFRONT_PRIVATE_KEY go together')
  }
  problems.push(...rulesOfPrevious(values))
  if (values.CLOUDFRONT_URL && !(values.CLOUDFRONT_KEY_PAIR_ID && values.S3_BUCKET)) {
    problems.push('CLOUDFRONT_URL needs CLOUDFRONT_KEY_PAIR_ID and the S3 settings')
  }
  for (const key of ['MIGRATION_DATABASE_URL', 'DATABASE_POOLER', 'DATABASE_REPLICA_URL'] as const)
    if (values[key] && !values.DATABASE_URL) problems.push(`${key} needs DATABASE_URL`)
  if (values.DATABASE_POOLER && !values.DATABASE_DIRECT_URL) {
    problems.push('DATABASE_DIRECT_URL is missing (beside a pooler the job queue needs the database itself)')
  }
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_POOLER) {
    problems.push('DATABASE_DIRECT_URL needs DATABASE_POOLER, which says what DATABASE_URL leads to')
  }
  if (Boolean(values.LOOKER_HOST) !== Boolean(values.LOOKER_EMBED_SECRET)) {
    problems.push('LOOKER_HOST and LOOKER_EMBED_SECRET go together')
  }
  const oauthGiven = oauthKeys.filter((key) => values[key])
  if (oauthGiven.length > 0 && oauthGiven.length < oauthKeys.length) {
    for (const key of oauthKeys) if (!values[key]) problems.push(`${key} is missing (the OAuth settings go together)`)
  }
  const vapidGiven = vapidKeys.filter((key) => values[key])
  if (vapidGiven.length > 0 && vapidGiven.length < vapidKeys.length) {
    for (const key of vapidKeys) if (!values[key]) problems.push(`${key} is missing (the VAPID settings go together)`)
  }
  if (values.STRIPE_SECRET_KEY && !values.STRIPE_WEBHOOK_SECRET) {
    problems.push('STRIPE_WEBHOOK_SECRET is missing (it goes with STRIPE_SECRET_KEY)')
  }
  if (isDemoProject(values.FIREBASE_PROJECT_ID)) return problems

  const onlyDemo = 'is only allowed with a FIREBASE_PROJECT_ID that begins with demo-'
  // Emulator tokens are unsigned: with a real project anybody could sign in as anybody.
  if (values.USE_EMULATOR) problems.push(`USE_EMULATOR ${onlyDemo}`)
  if (values.FIREBASE_AUTH_EMULATOR_HOST) problems.push(`FIREBASE_AUTH_EMULATOR_HOST ${onlyDemo}`)
  if (values.CLOCK === 'adjustable') problems.push(`CLOCK=adjustable ${onlyDemo}`)
  // It would take the messages of whoever names it as a browser's, at an address that only this machine reaches.
  if (values.PUSH_TEST_ORIGIN) problems.push(`PUSH_TEST_ORIGIN ${onlyDemo}`)
  if (!values.RATE_LIMITS) problems.push(`RATE_LIMITS=off ${onlyDemo}`)
  if (!values.SMTP_URL) problems.push('SMTP_URL is missing')
  if (!values.STRIPE_SECRET_KEY) problems.push('STRIPE_SECRET_KEY is missing')
  if (!values.URL_SIGNING_SECRET) problems.push('URL_SIGNING_SECRET is missing')
  if (!values.FIELD_ENCRYPTION_KEY) problems.push('FIELD_ENCRYPTION_KEY is missing')
  for (const key of ['OAUTH_AUTHORIZATION_URL', 'OAUTH_TOKEN_URL'] as const)
    if (values[key]?.startsWith('http:')) problems.push(`${key} must be https`)
  if (!values.PUBLIC_ORIGIN) problems.push('PUBLIC_ORIGIN is missing')
  // Mails in the name of nobody, files that no bank takes: found out when it is too late.
  const placeholders = placeholdersIn(values)
  if (placeholders.length > 0)
    problems.push(`${placeholders.join(', ')}: still a placeholder, to be replaced by your own`)
  return problems
}

/** Notices about valid but possibly surprising settings, printed at the start, one sentence each. */
export const noticesOf = (config: ServerConfig): string[] => {
  if (!config.DATABASE_URL) return []
  if (!config.S3_BUCKET)
    return ['Files are kept in DATA_DIR, which only this instance reads. Several instances of the program need S3.']
  const notices: string[] = []
  if (!config.CLOUDFRONT_KEY_PAIR_ID)
    notices.push(
      'Cookies of videos are signed by a key in DATA_DIR. Several instances need CLOUDFRONT_PRIVATE_KEY in common.',
    )
  // Whichever is asked says where encoders send to.
  if (config.RTMP_PORT > 0 && !config.RTMP_URL)
    notices.push('Encoders are told the RTMP_PORT of one instance. Several instances need RTMP_URL in common.')
  return notices
}

/** RTMP address for live video, of whichever instance receives it; empty if none does. */
export const ingestUrlOf = ({ RTMP_PORT, RTMP_URL, PUBLIC_ORIGIN }: ServerConfig): string => {
  if (RTMP_URL) return RTMP_URL
  return RTMP_PORT === 0 ? '' : `rtmp://${new URL(PUBLIC_ORIGIN).hostname}:${RTMP_PORT}/live`
}

export class ConfigProblem extends Error {}

/** Throws one error that names every missing or wrong key; a value, which may be a secret, is never repeated. */
export const parseConfig = (environment: Environment): ServerConfig => {
  // An empty line in .env means the same as no line.
  const given = Object.fromEntries(configKeys.flatMap((key) => (environment[key] ? [[key, environment[key]]] : [])))
  const parsed = schema.safeParse(given)
  const problems = parsed.success
    ? rulesAcrossKeys(parsed.data)
    : parsed.error.issues.map(({ path, message }) => {
        const key = String(path[0])
        return key in given ? `${key} ${message}` : `${key} is missing`
      })
  if (!parsed.success || problems.length > 0) {
    throw new ConfigProblem(`The settings need attention: ${[...new Set(problems)].join('; ')}.`)
  }
  const values = parsed.data
  const PUBLIC_ORIGIN = publicOriginOf(values)
  return {
    ...values,
    PUBLIC_ORIGIN,
    PUBLIC_STORAGE_URL: values.PUBLIC_STORAGE_URL ?? `${PUBLIC_ORIGIN}/api/media/public`,
  }
}

const authEmulatorUrl = ({ USE_EMULATOR, FIREBASE_AUTH_EMULATOR_HOST, AUTH_EMULATOR_PORT }: Parsed) => {
  if (FIREBASE_AUTH_EMULATOR_HOST) return `http://${FIREBASE_AUTH_EMULATOR_HOST}`
  return USE_EMULATOR ? `http://127.0.0.1:${AUTH_EMULATOR_PORT}` : undefined
}

/** What fans read in place of what creators do: its own address, or beside our own page the one for fans, or the same. */
const forFans = (own: string | undefined, creators: string) =>
  own ?? (['/terms', '/privacy', '/help'].includes(creators) ? `${creators}/fans` : creators)

/**
 * The settings for browsers, under the names that screens use. JSON omits undefined values: absent means not
 * configured.
 */
export const publicConfigOf = (values: ServerConfig) => ({
  environmentName: values.PREVIEW_ENVIRONMENT_NAME,
  isDemo: isDemoProject(values.FIREBASE_PROJECT_ID),
  publicOrigin: values.PUBLIC_ORIGIN,
  crewOrigin: values.CREW_ORIGIN,
  accountsOrigin: values.ACCOUNTS_ORIGIN,
  cmsOrigin: values.CMS_ORIGIN,
  cmsApiOrigin: values.CMS_API_ORIGIN,
  backendGrpcRoot: values.BACKEND_GRPC_ROOT,
  backendApiUrl: values.BACKEND_API_URL,
  cmsBase: values.PACKED_BACKEND_CMS_ROOT,
  publicBase: values.PACKED_BACKEND_PUBLIC_ROOT,
  publicStorageUrl: values.PUBLIC_STORAGE_URL,
  videoPlayer: { license: values.VIDEO_PLAYER_LICENSE, libraryUrl: values.VIDEO_PLAYER_LIBRARY_URL },
  tagManagerId: values.TAG_MANAGER_ID,
  embedScriptUrl: values.EMBED_SCRIPT_URL,
  sentryDsn: values.SENTRY_DSN,
  termsUrl: values.TERMS_OF_SERVICE_URL,
  privacyUrl: values.CREATOR_PRIVACY_POLICY_URL,
  helpUrl: values.HELP_SITE_URL,
  fanTermsUrl: forFans(values.FAN_TERMS_URL, values.TERMS_OF_SERVICE_URL),
  fanPrivacyUrl: forFans(values.FAN_PRIVACY_URL, values.CREATOR_PRIVACY_POLICY_URL),
  fanHelpUrl: forFans(values.FAN_HELP_URL, values.HELP_SITE_URL),
  features: { fanClubEvents: values.FEATURE_FAN_CLUB_EVENTS },
  konbiniFee: values.KONBINI_FEE,
  signInProviders: values.SIGN_IN_PROVIDERS,
  authEmulatorUrl: authEmulatorUrl(values),
  firebase: {
    projectId: values.FIREBASE_PROJECT_ID,
    apiKey: values.FIREBASE_API_KEY,
    authDomain: values.FIREBASE_AUTH_DOMAIN,
    databaseURL: values.FIREBASE_DATABASE_URL,
    storageBucket: values.FIREBASE_STORAGE_BUCKET,
    messagingSenderId: values.FIREBASE_MESSAGING_SENDER_ID,
    appId: values.FIREBASE_APP_ID,
  },
})

export type PublicConfig = ReturnType<typeof publicConfigOf> & {
  /** The database is a restored copy, which sends and charges nothing (server/restored.ts). */
  isRestoredCopy?: true
}
