import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** A mail server that can hold a mail back: it has the text and does not say that it has taken it. */
export const mailbox = async () => {
  const taken: string[] = []
  let connections = 0
  let hold: (text: string) => boolean = () => false
  let arrived = Promise.withResolvers<void>()
  let held: { socket: Socket; text: string }[] = []
  const take = (socket: Socket, text: string) => {
    taken.push(text)
    socket.write('250 taken\r\n')
  }
  const server = createServer((socket) => {
    connections++
    let text = ''
    let isData = false
    const hear = (line: string) => {
      if (!isData) {
        isData = /^DATA/i.test(line)
        socket.write(isData ? '354 go on\r\n' : '250 fine\r\n')
        return
      }
      if (line !== '.') {
        text += `${line}\n`
        return
      }
      isData = false
      const mail = text
      text = ''
      if (!hold(mail)) return take(socket, mail)
      held.push({ socket, text: mail })
      arrived.resolve()
    }
    let rest = ''
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) hear(line)
    })
    socket.write('220 mailbox\r\n')
  })
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    /** How many times somebody has connected. */
    connections: () => connections,
    /** Answers when the next mail is held; `which` holds only those whose text says so. */
    holdNext: (which: (text: string) => boolean = () => true) => {
      hold = which
      arrived = Promise.withResolvers()
      return arrived.promise
    },
    release: () => {
      hold = () => false
      for (const { socket, text } of held) if (!socket.destroyed) take(socket, text)
      held = []
    },
    close: () => server.close(),
  }
}
