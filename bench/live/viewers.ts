import http from 'node:http'

/*
 * Viewers of a live, in a process of their own: each has a stream and a token of its own, and is told of words, whose texts say when
 * they were sent. What is measured stands in few numbers for each word, so that measuring takes little of the shared machine.
 */
type Opened = { origin: string; path: string; tokens: string[]; atOnce: number }
/** To this process: open the streams; say what was heard of the words since; forget it. */
export type Order = { open: Opened } | { heard: true } | { leave: true }
/** Milliseconds, by the name of a word: from its sending to each of its viewers, and the last of them. */
export type HeardWord = { viewers: number; delays: number[]; last: number }
export type Told =
  | { opened: number; seconds: number }
  | { words: Record<string, HeardWord>; removed: Record<string, number> }
  | { failed: string }

const agent = new http.Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })
const streams: http.ClientRequest[] = []
let words = new Map<string, HeardWord>()
/** By the id of a message: how many have lost it, and when the last one did. */
let removed = new Map<string, { viewers: number; at: number }>()
/** The same bytes come to all: what they say is read once. */
const read = new Map<string, { texts: string[]; removed: string[] }>()

const tell = (told: Told) => process.send?.(told)

const readOf = (data: string) => {
  const known = read.get(data)
  if (known) return known
  const { messages, removed: gone } = JSON.parse(data) as { messages: { text: string }[]; removed: string[] }
  const made = { texts: messages.map(({ text }) => text), removed: gone }
  read.set(data, made)
  if (read.size > 50) for (const key of [...read.keys()].slice(0, 25)) read.delete(key)
  return made
}

const hear = (data: string) => {
  const at = Date.now()
  const { texts, removed: gone } = readOf(data)
  for (const text of texts) {
    const sent = /^(\S+) at (\d+)$/.exec(text)
    if (!sent) continue
    const [, name = '', from = ''] = sent
    const known = words.get(name) ?? { viewers: 0, delays: [], last: 0 }
    words.set(name, known)
    const delay = at - Number(from)
    known.viewers++
    known.delays.push(delay)
    known.last = Math.max(known.last, delay)
  }
  for (const id of gone) {
    const known = removed.get(id) ?? { viewers: 0, at: 0 }
    removed.set(id, { viewers: known.viewers + 1, at })
  }
}

const openOne = ({ origin, path }: Opened, token: string) =>
  new Promise<void>((done, fail) => {
    const request = http.get(
      `${origin}${path}`,
      { agent, headers: { authorization: `Bearer ${token}` } },
      (response) => {
        if (response.statusCode !== 200) return fail(new Error(`a stream was answered ${response.statusCode}`))
        let rest = ''
        let isFirst = true
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          const parts = `${rest}${chunk}`.split('\n\n')
          rest = parts.pop() ?? ''
          for (const part of parts) {
            const data = /^data: (.*)$/m.exec(part)?.[1]
            if (!data?.includes('"messages"')) continue
            if (!isFirst) hear(data)
            isFirst = false
            done()
          }
        })
        response.on('close', () => fail(new Error('a stream was ended')))
      },
    )
    request.on('error', fail)
    streams.push(request)
  })

const open = async (wanted: Opened) => {
  const from = performance.now()
  const waiting = [...wanted.tokens]
  const work = async () => {
    for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) await openOne(wanted, token)
  }
  await Promise.all(Array.from({ length: wanted.atOnce }, work))
  tell({ opened: streams.length, seconds: (performance.now() - from) / 1000 })
}

process.on('message', (order: Order) => {
  if ('open' in order) void open(order.open).catch((error: Error) => tell({ failed: error.message }))
  else if ('heard' in order) {
    tell({
      words: Object.fromEntries(words),
      removed: Object.fromEntries([...removed].map(([id, { at }]) => [id, at])),
    })
    words = new Map()
    removed = new Map()
  } else {
    for (const one of streams.splice(0)) one.destroy()
    process.disconnect()
  }
})
