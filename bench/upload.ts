import { fork } from 'node:child_process'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { say, table } from './measure'
import { memoryOf } from './start'
import type { Part } from './world'

const mebibyte = 1024 ** 2
const partSize = 64 * mebibyte
const atOnce = 4
const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
const chunk = Buffer.alloc(mebibyte, 'tsudoi')

function* bytes(size: number) {
  for (let left = size; left > 0; left -= chunk.length) yield left < chunk.length ? chunk.subarray(0, left) : chunk
}

const put = (url: string, size: number) =>
  new Promise<string>((done, failed) => {
    const sending = request(url, { method: 'PUT', headers: { 'Content-Length': size } }, (answer) => {
      answer.resume()
      if (answer.statusCode === 200) done(answer.headers.etag ?? '')
      else failed(new Error(`The upload answered ${answer.statusCode}.`))
    })
    sending.on('error', failed)
    pipeline(Readable.from(bytes(size)), sending).catch(failed)
  })

/** All parts, several at a time; answers their etags. */
const sendAll = async (urls: readonly string[], size: number) => {
  const etags: string[] = []
  const left = [...urls.entries()]
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [i, url] = next
      etags[i] = await put(url, Math.min(partSize, size - i * partSize))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return etags
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** A large file in parts to the local disk, against a bare server that streams into files; and what it does to the memory. */
export const upload: Part = async ({ house, token, timed, dataDir }) => {
  const isLarge = process.argv.includes('--large')
  const size = (isLarge ? 4096 : 1024) * mebibyte
  const count = Math.ceil(size / partSize)
  const call = async (name: string, payload: object) => {
    const answer = await fetch(`${house.origin}/api/cms/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(payload),
    })
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const bare = fork(fileURLToPath(new URL('./bareUpload.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, BARE_FOLDER: dataDir, UV_THREADPOOL_SIZE: '16' },
  })
  const port = await new Promise<number>((known) =>
    bare.on('message', (message: { port: number }) => known(message.port)),
  )
  const rates: { ours: number; bare: number }[] = []
  // What came before is collected in the first quiet seconds.
  await new Promise((later) => setTimeout(later, 12_000))
  const before = memoryOf(house.pid())
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, memoryOf(house.pid()))
  }, 100)
  try {
    for (let round = 0; round < (isLarge ? 1 : 3); round++) {
      const elsewhere = Array.from({ length: count }, () => `http://127.0.0.1:${port}/`)
      const theirs = await timed(() => sendAll(elsewhere, size))
      // No video: nothing else is to begin when it is there.
      const announced = { ...ids, fileName: 'large.zip', purpose: 'goodsFile', contentType: 'application/zip', size }
      const { uploadId, fileName } = await call('startMultipartUpload', announced)
      const named = { ...ids, uploadId, fileName, numOfParts: count }
      const signed: { url: string }[] = await call('getSignedUrlsForMultipartUpload', named)
      const urls = signed.map(({ url }) => url)
      const own = await timed(async () => {
        const etags = await sendAll(urls, size)
        const parts = etags.map((etag, i) => ({ partNumber: i + 1, etag }))
        await call('completeMultipartUpload', { tenantId: ids.tenantId, uploadId, fileName, parts })
      })
      rates.push({ ours: size / mebibyte / own, bare: size / mebibyte / theirs })
    }
  } finally {
    clearInterval(watching)
    bare.disconnect()
  }
  const ratio = middle(rates.map(({ ours, bare: theirs }) => ours / theirs))
  say(`\nAn upload of ${size / mebibyte} MB in parts of 64, against a bare server that streams into files`)
  table(
    ['', 'bare MB/s', 'ours MB/s', 'ratio', 'memory before MB', 'most MB'],
    [
      [
        'four parts at a time',
        middle(rates.map((rate) => rate.bare)),
        middle(rates.map((rate) => rate.ours)),
        ratio.toFixed(2),
        before,
        most,
      ],
    ],
  )
  return [
    ...(ratio < 0.7 ? [`an upload reaches ${ratio.toFixed(2)} of a bare server, wanted 0.7`] : []),
    ...(most - before > 50 ? [`the memory grows by ${(most - before).toFixed(0)} MB during an upload, wanted 50`] : []),
  ]
}
