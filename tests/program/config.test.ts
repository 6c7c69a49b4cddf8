import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { configKeys, type Environment, ingestUrlOf, noticesOf, parseConfig, publicConfigOf } from '#config.schema.ts'
import { loadEnvironment } from '#server/machine/environment.ts'

const example = parseEnv(readFileSync(new URL('../../.env.example', import.meta.url), 'utf8'))
const demo: Environment = { FIREBASE_PROJECT_ID: 'demo-tsudoi', FIREBASE_API_KEY: 'key' }
const production: Environment = {
  FIREBASE_PROJECT_ID: 'tsudoi-production',
  FIREBASE_API_KEY: 'key',
  PUBLIC_ORIGIN: 'https://tsudoi.example.jp',
  CREW_ORIGIN: 'https://crew.example.jp',
  SMTP_URL: 'smtps://user:word@mail.example.jp:465',
  MAIL_FROM: 'Tsudoi <no-reply@example.jp>',
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  URL_SIGNING_SECRET: 'x'.repeat(32),
  FIELD_ENCRYPTION_KEY: 'y'.repeat(32),
}
const s3: Environment = {
  S3_BUCKET: 'files',
  S3_REGION: 'ap-northeast-1',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  PUBLIC_STORAGE_URL: 'https://files.example.jp/public',
}

test('.env.example names every key once, nothing else, and starts the demo', () => {
  expect(Object.keys(example).sort()).toEqual([...configKeys].sort())
  const config = parseConfig(example)
  expect(config).toMatchObject({
    USE_EMULATOR: true,
    FEATURE_FAN_CLUB_EVENTS: true,
    OPERATOR_EMAILS: ['operator@tsudoi.test'],
  })
})

test('fans read what is addressed to them: its own address, beside our own page the one for fans, or what the operator has for all', () => {
  const of = (environment: Environment) => publicConfigOf(parseConfig({ ...demo, ...environment }))
  expect(publicConfigOf(parseConfig(example))).toMatchObject({
    ...{ helpUrl: '/help', termsUrl: '/terms', privacyUrl: '/privacy' },
    ...{ fanHelpUrl: '/help/fans', fanTermsUrl: '/terms/fans', fanPrivacyUrl: '/privacy/fans' },
  })
  const theirs = { HELP_SITE_URL: 'https://help.example.jp/', TERMS_OF_SERVICE_URL: 'https://example.jp/terms' }
  expect(of(theirs)).toMatchObject({ fanHelpUrl: 'https://help.example.jp/', fanTermsUrl: 'https://example.jp/terms' })
  expect(of({ ...theirs, FAN_HELP_URL: 'https://fans.example.jp/' }).fanHelpUrl).toBe('https://fans.example.jp/')
})

test('the defaults are those of the specification', () => {
  expect(parseConfig(demo)).toMatchObject({
    PORT: 3000,
    PUBLIC_ORIGIN: 'http://localhost:3000',
    CREW_ORIGIN: 'https://crew.tsudoi.example',
    TERMS_OF_SERVICE_URL: '/',
    CREATOR_PRIVACY_POLICY_URL: '/',
    HELP_SITE_URL: '/',
    PACKED_BACKEND_CMS_ROOT: '/api/cms',
    PACKED_BACKEND_PUBLIC_ROOT: '/api/public',
    PREVIEW_ENVIRONMENT_NAME: 'preview',
    FEATURE_FAN_CLUB_EVENTS: false,
    USE_EMULATOR: false,
    LOCAL_DATABASE_CACHE_MIB: 40,
    SIGN_IN_PROVIDERS: ['password', 'google'],
    CLOCK: 'real',
    RATE_LIMITS: true,
  })
})

test.each([
  ['true', true],
  ['t', true],
  ['1', true],
  ['false', false],
  ['f', false],
  ['0', false],
])('a boolean may be %s', (given, expected) => {
  expect(parseConfig({ ...demo, FEATURE_FAN_CLUB_EVENTS: given }).FEATURE_FAN_CLUB_EVENTS).toBe(expected)
})

describe('a wrong value stops the start by its name and is not repeated', () => {
  const urls = [
    'EMBED_SCRIPT_URL',
    'BACKEND_API_URL',
    'SENTRY_DSN',
    'VIDEO_PLAYER_LIBRARY_URL',
    'CREW_ORIGIN',
    'CMS_ORIGIN',
  ]
  const notUrls = [
    'ftp://secret-value',
    'secret-value',
    'javascript:secret-value',
    'https://secret-value.jp ',
    '//secret-value',
  ]
  test.each([
    ...urls.flatMap((key) => notUrls.map((value): [string, string] => [key, value])),
    ...['yes', 'TRUE', 'true ', 'on', '2'].map((value): [string, string] => ['USE_EMULATOR', value]),
    ['TERMS_OF_SERVICE_URL', '//secret-value'],
    ['TERMS_OF_SERVICE_URL', 'secret-value'],
    ['PUBLIC_ORIGIN', 'https://secret-value.jp/path'],
    ['PUBLIC_ORIGIN', 'http://secret-value.jp'],
    ['PUBLIC_STORAGE_URL', 'http://localhost.secret-value.jp/media'],
    ['PUBLIC_STORAGE_URL', '//secret-value'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3000 '],
    ['PORT', '3e3'],
    ['PORT', '-1'],
    ['LOCAL_DATABASE_CACHE_MIB', '0'],
    ['LOCAL_DATABASE_CACHE_MIB', '0.5'],
    ['TRUSTED_PROXIES', '1.5'],
    ['SIGN_IN_PROVIDERS', 'password,secret-value'],
    ['SIGN_IN_PROVIDERS', ','],
    ['OPERATOR_EMAILS', 'secret-value'],
    ['URL_SIGNING_SECRET', 'secret-value'],
    ['FIELD_ENCRYPTION_KEY', 'secret-value'],
    ['LOOKER_HOST', 'https://secret-value'],
    ['LOOKER_REPORTS', '/dashboards/secret-value'],
    ['OAUTH_TOKEN_URL', 'secret-value'],
    ['METRICS_TOKEN', 'secret-value'],
    ['VAPID_PUBLIC_KEY', 'secret-value'],
    ['VAPID_PRIVATE_KEY', 'secret-value'],
    ['VAPID_SUBJECT', 'secret-value'],
    ['PUSH_TEST_ORIGIN', 'http://localhost:4000/secret-value'],
    ['DATABASE_URL', 'mysql://secret-value'],
    ['DATABASE_DIRECT_URL', 'mysql://secret-value'],
    ['DATABASE_POOLER', 'secret-value'],
    ['SMTP_URL', 'https://secret-value'],
    ['STRIPE_SECRET_KEY', 'pk_live_secret-value'],
    ['STRIPE_WEBHOOK_SECRET', 'secret-value'],
    ['CLOCK', 'secret-value'],
    ['INSTANCE_ROLE', 'secret-value'],
    ['RATE_LIMITS', 'secret-value'],
    ['LOG_LEVEL', 'secret-value'],
    ['TAG_MANAGER_ID', 'secret-value'],
    ['FIREBASE_PROJECT_ID', 'Secret_Value'],
    ['FIREBASE_AUTH_EMULATOR_HOST', 'http://secret-value'],
  ])('%s=%s', (key, value) => {
    expect(() => parseConfig({ ...demo, [key]: value })).toThrow(key)
    expect(() => parseConfig({ ...demo, [key]: value })).not.toThrow(/secret-value/i)
  })
})

describe('rules between settings', () => {
  test.each<[string, Environment, string[]]>([
    ['nothing is set', {}, ['FIREBASE_PROJECT_ID is missing', 'FIREBASE_API_KEY is missing']],
    [
      'an emulator with a real project',
      { ...production, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
      ['FIREBASE_AUTH_EMULATOR_HOST'],
    ],
    ['the emulator flag with a real project', { ...production, USE_EMULATOR: 't' }, ['USE_EMULATOR']],
    ['a moved clock with a real project', { ...production, CLOCK: 'adjustable' }, ['CLOCK']],
    ['no limits with a real project', { ...production, RATE_LIMITS: 'off' }, ['RATE_LIMITS']],
    ['no mail with a real project', { ...production, SMTP_URL: undefined }, ['SMTP_URL is missing']],
    ['no payments with a real project', { ...production, STRIPE_SECRET_KEY: '' }, ['STRIPE_SECRET_KEY is missing']],
    [
      'a key of payments without the secret of its callbacks',
      { ...demo, STRIPE_SECRET_KEY: 'sk_test_abc' },
      ['STRIPE_WEBHOOK_SECRET is missing'],
    ],
    ['no secret with a real project', { ...production, URL_SIGNING_SECRET: '' }, ['URL_SIGNING_SECRET is missing']],
    ['nothing to encrypt with', { ...production, FIELD_ENCRYPTION_KEY: '' }, ['FIELD_ENCRYPTION_KEY is missing']],
    [
      'half of Looker',
      { ...demo, LOOKER_HOST: 'club.looker.com' },
      ['LOOKER_HOST and LOOKER_EMBED_SECRET go together'],
    ],
    [
      'half of VAPID',
      { ...demo, VAPID_SUBJECT: 'mailto:push@club.jp' },
      ['VAPID_PUBLIC_KEY is missing', 'VAPID_PRIVATE_KEY is missing'],
    ],
    [
      'a test address for messages beside a real project',
      { ...production, PUSH_TEST_ORIGIN: 'http://127.0.0.1:4000' },
      ['PUSH_TEST_ORIGIN is only allowed with a FIREBASE_PROJECT_ID that begins with demo-'],
    ],
    [
      'half of OAuth',
      { ...demo, OAUTH_CLIENT_ID: 'tsudoi' },
      ['OAUTH_AUTHORIZATION_URL is missing', 'OAUTH_TOKEN_URL is missing'],
    ],
    [
      'half of S3',
      { ...demo, S3_BUCKET: 'b', S3_REGION: 'r' },
      ['S3_ACCESS_KEY_ID is missing', 'S3_SECRET_ACCESS_KEY is missing'],
    ],
    [
      'S3 without the address of its public files, which would lead to itself',
      { ...production, ...s3, PUBLIC_STORAGE_URL: undefined },
      ['PUBLIC_STORAGE_URL is missing'],
    ],
    [
      'S3 whose public files are said to lie with this program',
      { ...production, ...s3, PUBLIC_STORAGE_URL: 'https://tsudoi.example.jp/api/media/public' },
      ['PUBLIC_STORAGE_URL must be'],
    ],
    [
      'half of a CloudFront key',
      { ...demo, CLOUDFRONT_KEY_PAIR_ID: 'K2' },
      ['CLOUDFRONT_KEY_PAIR_ID and CLOUDFRONT_PRIVATE_KEY go together'],
    ],
    [
      'a CloudFront address without a key',
      { ...demo, CLOUDFRONT_URL: 'https://v.example.jp' },
      ['CLOUDFRONT_URL needs CLOUDFRONT_KEY_PAIR_ID'],
    ],
    [
      'an owner of no database',
      { ...demo, MIGRATION_DATABASE_URL: 'postgresql://o@h/d' },
      ['MIGRATION_DATABASE_URL needs DATABASE_URL'],
    ],
    [
      'a replica of no database',
      { ...demo, DATABASE_REPLICA_URL: 'postgresql://app@h/d' },
      ['DATABASE_REPLICA_URL needs DATABASE_URL'],
    ],
    ['a pooler of no database', { ...demo, DATABASE_POOLER: 'transaction' }, ['DATABASE_POOLER needs DATABASE_URL']],
    [
      'a pooler without a way past it',
      { ...demo, DATABASE_URL: 'postgresql://app@h/d', DATABASE_POOLER: 'transaction' },
      ['DATABASE_DIRECT_URL is missing'],
    ],
    [
      'a way past a pooler that is not there',
      { ...demo, DATABASE_URL: 'postgresql://app@h/d', DATABASE_DIRECT_URL: 'postgresql://app@h/d' },
      ['DATABASE_DIRECT_URL needs DATABASE_POOLER'],
    ],
    [
      'a role of one among several, without what they share',
      { ...demo, INSTANCE_ROLE: 'web', CLOCK: 'adjustable' },
      [
        'INSTANCE_ROLE=web needs DATABASE_URL',
        'INSTANCE_ROLE=web needs the S3 settings',
        'INSTANCE_ROLE=web needs CLOCK=real',
      ],
    ],
    [
      'a worker with an emulator of its own',
      { ...demo, ...s3, DATABASE_URL: 'postgresql://app@h/d', INSTANCE_ROLE: 'worker', USE_EMULATOR: 't' },
      ['INSTANCE_ROLE=worker needs FIREBASE_AUTH_EMULATOR_HOST'],
    ],
    ['conversions that nobody does', { ...demo, VIDEO_CONVERSIONS: '0' }, ['VIDEO_CONVERSIONS=0 needs DATABASE_URL']],
  ])('refused: %s', (_name, environment, sentences) => {
    for (const sentence of sentences) expect(() => parseConfig(environment)).toThrow(sentence)
  })

  test.each<[string, Environment]>([
    ['a real project with all it needs', production],
    ['S3', { ...production, ...s3 }],
    ['S3 of another maker', { ...demo, ...s3, S3_ENDPOINT: 'http://127.0.0.1:4568' }],
    ['a moved clock in the demo', { ...demo, CLOCK: 'adjustable', RATE_LIMITS: 'off' }],
    [
      'two database roles',
      { ...demo, DATABASE_URL: 'postgresql://app@h/d', MIGRATION_DATABASE_URL: 'postgresql://owner@h/d' },
    ],
    [
      'a worker that converts nothing',
      {
        ...production,
        ...s3,
        DATABASE_URL: 'postgresql://app@h/d',
        INSTANCE_ROLE: 'worker',
        VIDEO_CONVERSIONS: '0',
      },
    ],
    [
      'a pooler, and a way past it',
      {
        ...demo,
        DATABASE_URL: 'postgresql://app@pooler/d',
        DATABASE_DIRECT_URL: 'postgresql://app@h/d',
        DATABASE_POOLER: 'transaction',
      },
    ],
  ])('allowed: %s', (_name, environment) => {
    expect(() => parseConfig(environment)).not.toThrow()
  })
})

const cloudFront = {
  CLOUDFRONT_KEY_PAIR_ID: 'K2',
  CLOUDFRONT_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\\nMIIE\\n-----END PRIVATE KEY-----\\n',
}

test.each([
  [
    'alone',
    { ...demo, FIELD_ENCRYPTION_KEY_PREVIOUS: 'p'.repeat(32) },
    'FIELD_ENCRYPTION_KEY_PREVIOUS needs FIELD_ENCRYPTION_KEY',
  ],
  [
    'that is the one in use',
    { ...production, URL_SIGNING_SECRET_PREVIOUS: production.URL_SIGNING_SECRET },
    'URL_SIGNING_SECRET_PREVIOUS is the same as URL_SIGNING_SECRET',
  ],
  [
    'of which a half is missing',
    { ...demo, ...cloudFront, CLOUDFRONT_KEY_PAIR_ID_PREVIOUS: 'K1' },
    'CLOUDFRONT_KEY_PAIR_ID_PREVIOUS and CLOUDFRONT_PRIVATE_KEY_PREVIOUS go together',
  ],
])('a second key %s is refused', (_, environment, sentence) => {
  expect(() => parseConfig(environment)).toThrow(sentence)
})

test('a key in one line is the same as in many', () => {
  expect(parseConfig({ ...demo, ...cloudFront }).CLOUDFRONT_PRIVATE_KEY).toBe(
    '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n',
  )
})

test('a shared database without S3 is told that several instances need it', () => {
  const shared = { ...production, DATABASE_URL: 'postgresql://app@h/d' }
  expect(noticesOf(parseConfig(shared)).join()).toContain('Several instances of the program need S3')
  expect(noticesOf(parseConfig({ ...shared, ...s3 })).join()).toContain('CLOUDFRONT_PRIVATE_KEY in common')
  expect(noticesOf(parseConfig({ ...shared, ...s3, ...cloudFront }))).toEqual([])
  expect(noticesOf(parseConfig(demo))).toEqual([])
})

test('several instances are told that encoders need one address of all of them', () => {
  const shared = { ...production, ...s3, ...cloudFront, DATABASE_URL: 'postgresql://app@h/d' }
  const told = (given: Environment) => noticesOf(parseConfig({ ...shared, ...given }))
  expect(told({ RTMP_PORT: '1935' }).join()).toContain('RTMP_URL')
  expect(told({ RTMP_PORT: '1935', RTMP_URL: 'rtmp://live.example.jp/live' })).toEqual([])
  expect(told({})).toEqual([])
  // One that is alone tells its own.
  expect(noticesOf(parseConfig({ ...production, RTMP_PORT: '1935' }))).toEqual([])
})

test('no secret is in what the browser gets', () => {
  const canary = 'canary'.repeat(6)
  const environment = {
    ...production,
    ...s3,
    S3_SECRET_ACCESS_KEY: canary,
    URL_SIGNING_SECRET: canary,
    FIELD_ENCRYPTION_KEY: canary,
    LOOKER_HOST: 'club.looker.com',
    LOOKER_EMBED_SECRET: canary,
    OAUTH_AUTHORIZATION_URL: 'https://accounts.example.jp/authorize',
    OAUTH_TOKEN_URL: 'https://accounts.example.jp/token',
    OAUTH_CLIENT_ID: 'tsudoi',
    OAUTH_CLIENT_SECRET: canary,
    METRICS_TOKEN: canary,
    BANK_CODE_API_KEY: canary,
    SMTP_URL: `smtp://${canary}@mail.example.jp`,
    STRIPE_SECRET_KEY: `sk_live_${canary}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${canary}`,
    DATABASE_URL: `postgresql://app:${canary}@host/db`,
    OPERATOR_EMAILS: `${canary}@example.jp`,
  }
  expect(JSON.stringify(publicConfigOf(parseConfig(environment)))).not.toContain(canary)
})

test('beside a real project nothing invented stands: one sentence names all of it', () => {
  expect(() => parseConfig(production)).not.toThrow()
  const invented = {
    FIREBASE_API_KEY: example.FIREBASE_API_KEY,
    PAYOUT_SENDER_CODE: example.PAYOUT_SENDER_CODE,
    PAYOUT_SENDER_ACCOUNT: example.PAYOUT_SENDER_ACCOUNT,
    MAIL_FROM: example.MAIL_FROM,
    CREW_ORIGIN: undefined,
  }
  const named =
    'CREW_ORIGIN, FIREBASE_API_KEY, MAIL_FROM, PAYOUT_SENDER_CODE, PAYOUT_SENDER_ACCOUNT: still a placeholder'
  expect(() => parseConfig({ ...production, ...invented })).toThrow(named)
  expect(() => parseConfig({ ...production, FIREBASE_AUTH_DOMAIN: 'tsudoi.example' })).toThrow('FIREBASE_AUTH_DOMAIN')
  // A name of a real domain that only looks like one.
  expect(() => parseConfig({ ...production, MAIL_FROM: 'Tsudoi <a@tsudoi.example.com>' })).not.toThrow()
  expect(() => parseConfig({ ...demo, MAIL_FROM: example.MAIL_FROM })).not.toThrow()
})

/** What .env.example says that is as good beside a real project as in the demo, or that is refused there by a rule of its own. */
const goodAnywhere = [
  ...['PORT', 'INSTANCE_ROLE', 'DATA_DIR', 'LOG_LEVEL', 'TRUSTED_PROXIES', 'CLOCK', 'RATE_LIMITS', 'USE_EMULATOR'],
  ...['AUTH_EMULATOR_PORT', 'SIGN_IN_PROVIDERS', 'DATABASE_POOL', 'LOCAL_DATABASE_CACHE_MIB', 'VIDEO_CONVERSIONS'],
  ...['RTMP_PORT', 'SMTP_RATE', 'BANK_CODE_API_URL', 'OAUTH_SCOPE', 'PACKED_BACKEND_CMS_ROOT'],
  ...['PACKED_BACKEND_PUBLIC_ROOT', 'PREVIEW_ENVIRONMENT_NAME', 'FEATURE_FAN_CLUB_EVENTS'],
  ...['TERMS_OF_SERVICE_URL', 'CREATOR_PRIVACY_POLICY_URL', 'HELP_SITE_URL'],
  ...['PLATFORM_FEE_RATE', 'PAYMENT_FEE_RATE', 'KONBINI_FEE', 'MINIMUM_PAYOUT', 'PAYOUT_FEE', 'RETURN_FEE'],
  // The name that the platform of this program has by itself.
  'PLATFORM_NAME',
]
test('every value of .env.example is good anywhere, or is refused beside a real project', () => {
  const kept = Object.entries(example).flatMap(([key, value]) => {
    if (!value || goodAnywhere.includes(key) || key === 'FIREBASE_PROJECT_ID') return []
    try {
      parseConfig({ ...production, [key]: value })
      return [key]
    } catch (error) {
      expect([key, (error as Error).message]).toEqual([key, expect.stringContaining('still a placeholder')])
      return []
    }
  })
  expect(kept).toEqual([])
  expect(() => parseConfig({ ...production, OPERATOR_EMAILS: 'me@example.jp,operator@tsudoi.test' })).toThrow(
    'OPERATOR_EMAILS: still a placeholder',
  )
  expect(() => parseConfig({ ...production, SMTP_URL: 'smtp://mail.invalid:25' })).toThrow('SMTP_URL: still')
  // Only the ends of names are.
  expect(() => parseConfig({ ...production, OPERATOR_EMAILS: 'me@a.test.example.jp' })).not.toThrow()
})

test('without a .env file the demo is assumed, but not of an environment that names a real project', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tsudoi-environment-'))
  const before = { ...process.env }
  const loaded = (environment: Environment) => {
    for (const key of [...configKeys, 'ENV_FILE']) delete process.env[key]
    Object.assign(process.env, environment)
    loadEnvironment(folder)
    return [process.env.USE_EMULATOR, process.env.MAIL_FROM]
  }
  try {
    writeFileSync(join(folder, '.env.example'), 'USE_EMULATOR=true\nMAIL_FROM=a@tsudoi.example\n')
    expect(loaded({})).toEqual(['true', 'a@tsudoi.example'])
    expect(loaded({ FIREBASE_PROJECT_ID: 'demo-tsudoi' })).toEqual(['true', 'a@tsudoi.example'])
    expect(loaded({ FIREBASE_PROJECT_ID: 'tsudoi-production' })).toEqual([undefined, undefined])
    writeFileSync(join(folder, '.env'), 'MAIL_FROM=a@example.jp\n')
    expect(loaded({ FIREBASE_PROJECT_ID: 'tsudoi-production' })).toEqual([undefined, 'a@example.jp'])
  } finally {
    for (const key of Object.keys(process.env)) if (!(key in before)) delete process.env[key]
    Object.assign(process.env, before)
    rmSync(folder, { recursive: true, force: true })
  }
})

test.each([
  ['its own port', { RTMP_PORT: '1935' }, 'rtmp://tsudoi.example.jp:1935/live'],
  [
    'the balancer of all receivers',
    { RTMP_PORT: '1935', RTMP_URL: 'rtmp://live.example.jp/live' },
    'rtmp://live.example.jp/live',
  ],
  [
    'the same on an instance that receives nothing',
    { RTMP_URL: 'rtmp://live.example.jp/live' },
    'rtmp://live.example.jp/live',
  ],
  ['none', {}, ''],
])('encoders are told %s', (_, given, url) => {
  expect(ingestUrlOf(parseConfig({ ...production, ...given }))).toBe(url)
})

describe('a secret may be the content of a file that <KEY>_FILE names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tsudoi-secrets-'))
  const before = { ...process.env }
  const fileOf = (name: string, content: string) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const loaded = (environment: Environment, written = '') => {
    for (const key of configKeys) for (const name of [key, `${key}_FILE`, 'ENV_FILE']) delete process.env[name]
    Object.assign(process.env, environment)
    writeFileSync(join(folder, '.env'), written)
    loadEnvironment(folder)
    return process.env
  }
  afterAll(() => {
    for (const key of Object.keys(process.env)) if (!(key in before)) delete process.env[key]
    Object.assign(process.env, before)
    rmSync(folder, { recursive: true, force: true })
  })

  test('for every key, without the last line break', () => {
    const named = configKeys.map((key) => [`${key}_FILE`, fileOf(key, `value of ${key}\n`)])
    const environment = loaded(Object.fromEntries(named))
    expect(configKeys.filter((key) => environment[key] !== `value of ${key}`)).toEqual([])
    expect(loaded({ SMTP_URL_FILE: fileOf('lines', 'a\n\n') }).SMTP_URL).toBe('a\n')
    expect(loaded({ SMTP_URL_FILE: fileOf('windows', 'a\r\n') }).SMTP_URL).toBe('a')
  })

  test('named in .env, which the environment overrides either way', () => {
    const [one, other] = [fileOf('one', 'one'), fileOf('other', 'other')]
    expect(loaded({}, `SMTP_URL_FILE=${one}`).SMTP_URL).toBe('one')
    expect(loaded({ SMTP_URL: 'own' }, `SMTP_URL_FILE=${one}`).SMTP_URL).toBe('own')
    expect(loaded({ SMTP_URL_FILE: other }, `SMTP_URL_FILE=${one}`).SMTP_URL).toBe('other')
    expect(loaded({ SMTP_URL_FILE: other }, 'SMTP_URL=written').SMTP_URL).toBe('other')
    // What the program starts reads it no second time.
    expect(loaded({ SMTP_URL_FILE: other }).SMTP_URL_FILE).toBeUndefined()
  })

  test.each<[string, (path: string) => [Environment, string?], string]>([
    [
      'both are given',
      (path) => [{ SMTP_URL: 'secret-value', SMTP_URL_FILE: path }],
      'SMTP_URL and SMTP_URL_FILE are both given',
    ],
    [
      'both are given in .env',
      (path) => [{}, `SMTP_URL=secret-value\nSMTP_URL_FILE=${path}`],
      'SMTP_URL and SMTP_URL_FILE are both given',
    ],
    ['there is no file', () => [{ SMTP_URL_FILE: '/secret-value' }], 'SMTP_URL_FILE names a file that cannot be read'],
    ['it is a folder', () => [{ SMTP_URL_FILE: folder }], 'SMTP_URL_FILE names a file that cannot be read'],
    [
      'the file is empty',
      () => [{ SMTP_URL_FILE: fileOf('secret-value', '\n') }],
      'SMTP_URL_FILE names a file that is empty',
    ],
  ])('refused, by its key and without its value: %s', (_name, given, sentence) => {
    const [environment, written] = given(fileOf('filled', 'secret-value'))
    expect(() => loaded(environment, written)).toThrow(sentence)
    expect(() => loaded(environment, written)).not.toThrow(/secret-value/)
  })

  test('all that is wrong is one sentence', () => {
    expect(() => loaded({ SMTP_URL_FILE: '/nowhere', STRIPE_SECRET_KEY_FILE: fileOf('empty', '') })).toThrow(
      'The settings need attention: STRIPE_SECRET_KEY_FILE names a file that is empty; SMTP_URL_FILE names a file that cannot be read.',
    )
  })
})
