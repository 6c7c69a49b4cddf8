import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { ServerConfig } from '#config.schema.ts'
import { StartProblem } from '#server/machine/processes.ts'
import { stopBudget } from '#server/machine/stopping.ts'

/**
 * Milliseconds after which a connection without requests is closed. Longer than proxies and balancers keep theirs (60 s at AWS, 75 s in
 * nginx): the program's own end of one would meet the next request on its way, which the proxy answers with 502.
 */
const keepAlive = 80_000

/** Milliseconds in which a proxy that stops using this instance may still send requests on the connections that it keeps. */
const proxyPause = 1500

/**
 * Says at the start what is wrong with the port. Resolves to what ends the server: it takes no new connection, finishes the requests
 * that run, and answers each with the end of its connection, as a proxy would put the next request on it. Behind proxies it also
 * answers for a moment what they had sent before they noticed.
 */
export const listen = async (
  server: Server,
  { PORT: port, HOST: host, TRUSTED_PROXIES: proxies }: Pick<ServerConfig, 'PORT' | 'HOST' | 'TRUSTED_PROXIES'>,
) => {
  let isClosing = false
  const answering = new Set<ServerResponse>()
  server.prependListener('request', (_, response) => {
    if (isClosing) response.shouldKeepAlive = false
    answering.add(response)
    response.once('close', () => answering.delete(response))
  })
  await new Promise<void>((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      failed(error.code === 'EADDRINUSE' ? portProblem(port) : error),
    )
    server.keepAliveTimeout = keepAlive
    server.listen({ port, ...(host && { host }) }, done)
  })
  return () =>
    new Promise<void>((done) => {
      isClosing = true
      for (const response of answering) response.shouldKeepAlive = false
      const hangUp = setTimeout(() => server.closeAllConnections(), stopBudget.requests)
      const sweepAt = performance.now() + (proxies > 0 ? proxyPause : 0)
      // A connection that stays open after the response is closed as soon as it is idle.
      const sweep = setInterval(() => {
        if (performance.now() >= sweepAt) server.closeIdleConnections()
      }, 50)
      // That of `net`: `http` would close idle connections at once.
      NetServer.prototype.close.call(server, () => {
        clearTimeout(hangUp)
        clearInterval(sweep)
        done()
      })
    })
}

export const portProblem = (port: number) =>
  new StartProblem(`Port ${port} is in use by another program. Stop it, or set PORT to another number.`)
