import type { Server } from 'node:http'
import type { ServerConfig } from '#config.schema.ts'
import { StartProblem } from '#server/machine/processes.ts'
import { stopBudget } from '#server/machine/stopping.ts'

/**
 * Milliseconds after which a connection without requests is closed. Longer than proxies and balancers keep theirs (60 s at AWS, 75 s in
 * nginx): the program's own end of one would meet the next request on its way, which the proxy answers with 502.
 */
const keepAlive = 80_000

/** Says at the start what is wrong with the port. */
export const listen = (server: Server, { PORT: port, HOST: host }: Pick<ServerConfig, 'PORT' | 'HOST'>) =>
  new Promise<void>((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      failed(error.code === 'EADDRINUSE' ? portProblem(port) : error),
    )
    server.keepAliveTimeout = keepAlive
    server.listen({ port, ...(host && { host }) }, done)
  })

/** Stops accepting, lets running requests finish, then closes all other connections. */
export const closeServer = (server: Server) =>
  new Promise<void>((done) => {
    const hangUp = setTimeout(() => server.closeAllConnections(), stopBudget.requests)
    // A browser keeps its connection open after the response: it is closed as soon as it is idle.
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearTimeout(hangUp)
      clearInterval(sweep)
      done()
    })
  })

export const portProblem = (port: number) =>
  new StartProblem(`Port ${port} is in use by another program. Stop it, or set PORT to another number.`)
