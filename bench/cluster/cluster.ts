import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import { startAuthEmulator } from '#server/identity/emulator.ts'
import { freePort } from '#server/machine/processes.ts'
import { build } from '../../scripts/build.mjs'
import { nginx, startNginx } from '../../tests/support/nginx'
import { pgbouncer, startPgbouncer } from '../../tests/support/pgbouncer'
import { hasPostgres, startPostgres } from '../../tests/support/postgres'
import { newDataDir } from '../../tests/support/program'
import { hasRadosgw, startS3 } from '../../tests/support/s3'
import { instanceOf } from './instance'
import { endLeftClusters, holdCluster } from './left'

/*
 * All of an installation on one machine, as processes: PostgreSQL 15 with a streaming replica and pgBackRest's archive, pgbouncer in
 * transaction mode, Ceph's radosgw (or the small S3 of the tests), two webs and a worker of the built program with the demo's world, and nginx
 * with the file of deploy/.
 */

/** What this machine lacks of it, by the names of Debian's packages. */
export const missing = () =>
  [!hasPostgres && 'postgresql-15', !pgbouncer && 'pgbouncer', !nginx && 'nginx libnginx-mod-stream'].filter(
    (name) => name !== false,
  )

export const startCluster = async ({
  env = {},
  say = (_: string) => {},
  main,
}: {
  env?: Record<string, string>
  say?: (line: string) => void
  /** Of another version. */
  main?: string
} = {}) => {
  const lacks = missing()
  if (lacks.length > 0) throw new Error(`This machine lacks Debian's packages: apt-get install ${lacks.join(' ')}`)
  if ((await build()) !== 0) throw new Error('The program could not be built.')
  for (const left of await endLeftClusters()) say(`Ended what a killed cluster had left in ${left}`)
  const folder = newDataDir('cluster')
  holdCluster(folder)
  const undo: (() => unknown)[] = [() => fs.rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    // Ctrl-C reaches some of them at the same time as this process: what has ended by itself is no reason to leave the rest.
    for (const one of undo.splice(0).reverse())
      await Promise.resolve()
        .then(one)
        .catch((error: unknown) => say(`Not stopped: ${error}`))
  }
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // The scripts' own would end this process, and leave the others.
    process.removeAllListeners(signal)
    // A terminal's Ctrl-C comes twice, from itself and from who started this: the second one would end it at once.
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      say('\nStopping ...')
      void stop().then(() => process.exit(130))
    })
  }
  try {
    const database = await startPostgres(join(folder, 'postgres'))
    undo.push(database.stop)
    const pooler = await startPgbouncer([database.appUrl], { connections: 20, folder: join(folder, 'pgbouncer') })
    undo.push(pooler.stop)
    const ports = [await freePort(), await freePort()] as const
    const lives = [await freePort(), await freePort()] as const
    const proxy = await startNginx(ports, { lives, folder: join(folder, 'nginx') })
    undo.push(proxy.stop)
    const storage = await startS3(join(folder, 's3'), 'tsudoi', { origin: proxy.origin })
    undo.push(storage.stop)
    const emulatorPort = await freePort()
    const emulator = await startAuthEmulator({ port: emulatorPort, dataDir: folder, projectId: 'demo-tsudoi' })
    undo.push(emulator.stop)
    say(`PostgreSQL 15     ${database.appUrl}`)
    say(`its replica       ${database.replicaUrl}`)
    say(`pgbouncer         ${pooler.through(database.appUrl)}`)
    say(`pgBackRest        ${database.backup ?? 'is not installed'}`)
    say(`${(hasRadosgw ? 'radosgw' : 'S3').padEnd(18)}${storage.endpoint}`)

    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const messages = createECDH('prime256v1')
    messages.generateKeys()
    const settings = {
      ENV_FILE: '.env.example',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      CLOCK: 'real',
      PUBLIC_ORIGIN: proxy.origin,
      RTMP_PORT: '0',
      RTMP_URL: `rtmp://127.0.0.1:${proxy.livePort}/live`,
      FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
      DATABASE_URL: pooler.through(database.appUrl),
      DATABASE_DIRECT_URL: database.appUrl,
      DATABASE_POOLER: 'transaction',
      DATABASE_REPLICA_URL: database.replicaUrl,
      MIGRATION_DATABASE_URL: database.ownerUrl,
      S3_BUCKET: storage.bucket,
      S3_REGION: 'ap-northeast-1',
      S3_ACCESS_KEY_ID: storage.accessKeyId,
      S3_SECRET_ACCESS_KEY: storage.secretAccessKey,
      S3_ENDPOINT: storage.endpoint,
      PUBLIC_STORAGE_URL: `${storage.endpoint}/${storage.bucket}/public`,
      URL_SIGNING_SECRET: randomBytes(32).toString('hex'),
      FIELD_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
      CLOUDFRONT_KEY_PAIR_ID: 'own',
      CLOUDFRONT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      VAPID_PUBLIC_KEY: messages.getPublicKey('base64url'),
      VAPID_PRIVATE_KEY: messages.getPrivateKey('base64url'),
      VAPID_SUBJECT: 'mailto:demo@tsudoi.test',
      STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(16).toString('hex')}`,
      TRUSTED_PROXIES: '1',
      ...env,
    }
    const web = (at: 0 | 1) =>
      instanceOf(`web-${at + 1}`, folder, ports[at], {
        ...settings,
        INSTANCE_ROLE: 'web',
        RTMP_PORT: String(lives[at]),
      })
    const webs = [web(0), web(1)] as const
    const worker = instanceOf('worker', folder, await freePort(), { ...settings, INSTANCE_ROLE: 'worker' })
    for (const one of [...webs, worker]) {
      undo.push(one.stop)
      await one.start(main)
      say(`${one.name.padEnd(18)}http://localhost:${one.port}`)
    }
    say(`nginx             ${proxy.origin}`)
    return { origin: proxy.origin, emulatorHost: emulator.host, webs, worker, database, pooler, storage, folder, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>
