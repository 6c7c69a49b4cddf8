import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  CreateBucketCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  PutBucketPolicyCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { freePort, sleep } from '#server/machine/processes.ts'

/*
 * A storage that speaks S3, in a folder: Ceph's radosgw where this machine has it (Debian's radosgw, ceph-mon and ceph-osd), with one
 * monitor and one disk of memory; else a server that is one package, and takes what a true one refuses.
 */

type Bucket = {
  endpoint: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Of at most 1,000 objects. */
  keys: () => Promise<string[]>
}
/** Browsers send their files straight to it from this origin. */
type From = { origin?: string }
export type S3 = Bucket & {
  /** Another, empty one beside it. */
  addBucket: (name: string, from?: From) => Promise<Bucket>
  stop: () => Promise<void>
}

const commands = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph', 'monmaptool', 'ceph-authtool']
export const hasRadosgw = commands.every((name) => fs.existsSync(join('/usr/bin', name)))

const settingsOf = (
  folder: string,
  { fsid, monitor, port }: { fsid: string; monitor: number; port: number },
) => `[global]
fsid = ${fsid}
mon host = [v2:127.0.0.1:${monitor}/0]
keyring = ${folder}/keyring
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
mon max pg per osd = 1000
mon allow pool size one = true
osd objectstore = memstore
memstore device bytes = 4294967296
run dir = ${folder}
admin socket =
log file = ${folder}/$name.log
mon data = ${folder}/mon
osd data = ${folder}/osd
osd class load list = *
osd class default list = *
ms bind ipv6 = false
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${port}
`

const startRadosgw = async (folder: string) => {
  for (const part of ['mon', 'osd']) fs.mkdirSync(join(folder, part), { recursive: true })
  const [monitor, port, fsid, disk] = [await freePort(), await freePort(), randomUUID(), randomUUID()]
  const file = join(folder, 'ceph.conf')
  fs.writeFileSync(file, settingsOf(folder, { fsid, monitor, port }))
  const run = (name: string, ...args: string[]) =>
    execFileSync(name, args, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
  const [keyring, map] = [join(folder, 'keyring'), join(folder, 'monmap')]
  const key = (name: string, rights: Record<string, string>) =>
    run(
      'ceph-authtool',
      ...[keyring, ...(fs.existsSync(keyring) ? [] : ['--create-keyring']), '--gen-key', '-n', name],
      ...Object.entries(rights).flatMap(([to, what]) => ['--cap', to, what]),
    )
  key('mon.', { mon: 'allow *' })
  key('client.admin', { mon: 'allow *', osd: 'allow *' })
  key('client.rgw', { mon: 'allow rw', osd: 'allow rwx' })
  key('osd.0', { mon: 'allow profile osd', osd: 'allow *' })
  run('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', `[v2:127.0.0.1:${monitor}]`, map)

  const children: ReturnType<typeof spawn>[] = []
  const start = (name: string, ...args: string[]) => {
    const child = spawn(name, ['-c', file, ...args, '-f'], { stdio: 'ignore', detached: true })
    children.push(child)
    fs.writeFileSync(join(folder, `${name}.pid`), `${child.pid}\n`)
    return child
  }
  const stop = async () => {
    for (const child of children.reverse()) {
      if (child.exitCode !== null) continue
      const ended = new Promise((done) => child.once('close', done))
      // The folder goes as well: nothing is left to be written.
      child.kill('SIGKILL')
      await ended
    }
  }
  const until = async (isThere: () => unknown) => {
    for (;;) {
      try {
        return await isThere()
      } catch (error) {
        const ended = children.find(({ exitCode }) => exitCode !== null)
        if (ended) throw error
        await sleep(200)
      }
    }
  }
  try {
    run('ceph-mon', '-c', file, '-i', 'a', '--mkfs', '--monmap', map, '--keyring', keyring)
    start('ceph-mon', '-i', 'a')
    await until(() => run('ceph', '-c', file, '--connect-timeout', '5', 'osd', 'new', disk))
    run('ceph-osd', '-c', file, '-i', '0', '--mkfs', '--osd-uuid', disk)
    start('ceph-osd', '-i', '0')
    start('radosgw', '-n', 'client.rgw')
    const endpoint = `http://127.0.0.1:${port}`
    await until(() => fetch(endpoint))
    const [accessKeyId, secretAccessKey] = ['tsudoi', randomUUID()]
    const user = [
      '--uid',
      'tsudoi',
      '--display-name',
      'Tsudoi',
      '--access-key',
      accessKeyId,
      '--secret',
      secretAccessKey,
    ]
    run('radosgw-admin', '-c', file, '-n', 'client.rgw', 'user', 'create', ...user)
    return { endpoint, accessKeyId, secretAccessKey, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Small = { run(): Promise<unknown>; close(): Promise<void> }

/** It takes any signature here, as it encodes addresses otherwise than S3 does (quotes, for one). */
const startSmall = async (folder: string) => {
  // The package carries no types.
  const Server = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => Small
  const port = await freePort()
  const server = new Server({
    ...{ port, address: '127.0.0.1', silent: true, allowMismatchedSignatures: true, directory: folder },
  })
  await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  return { endpoint, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', stop: () => server.close() }
}

/** The storage, with one bucket. */
export const startS3 = async (folder: string, bucket: string, from: From = {}): Promise<S3> => {
  fs.mkdirSync(folder, { recursive: true })
  const { stop, ...server } = await (hasRadosgw ? startRadosgw : startSmall)(folder)
  const { endpoint, accessKeyId, secretAccessKey } = server
  const credentials = { accessKeyId, secretAccessKey }
  // In the region whose name is not sent with the bucket: neither server knows any.
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
  const addBucket = async (name: string, { origin }: From = {}) => {
    await client.send(new CreateBucketCommand({ Bucket: name }))
    // Its folder public/ is everybody's, as PUBLIC_STORAGE_URL wants it.
    const everybody = {
      Effect: 'Allow',
      Principal: '*',
      Action: 's3:GetObject',
      Resource: `arn:aws:s3:::${name}/public/*`,
    }
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [everybody] })
    if (hasRadosgw) await client.send(new PutBucketPolicyCommand({ Bucket: name, Policy }))
    if (hasRadosgw && origin) {
      const rule = { AllowedMethods: ['GET', 'PUT'], AllowedHeaders: ['*'], ExposeHeaders: ['ETag'] }
      const CORSConfiguration = { CORSRules: [{ ...rule, AllowedOrigins: [origin] }] }
      await client.send(new PutBucketCorsCommand({ Bucket: name, CORSConfiguration }))
    }
    const keys = async () => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: name }))
      return Contents.map(({ Key = '' }) => Key)
    }
    return { ...server, bucket: name, keys }
  }
  return { ...(await addBucket(bucket, from)), addBucket, stop }
}
