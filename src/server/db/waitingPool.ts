import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: pg.PoolClient['release']) => void

/** Between two tries to get a connection from a server that has none left at all, in milliseconds. */
const pauseMs = 50
/** How long those that there are count as all that there will be, in milliseconds. */
const fullMs = 1000
const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === '53300'

/**
 * A pool whose callers wait for a connection, within `connectionTimeoutMillis`, also where the server has none left: pg's own
 * pool waits where it has reached its own number alone, and a server shared by several instances refuses earlier.
 */
export class WaitingPool extends pg.Pool {
  private wanted: number | undefined

  /**
   * The server has no more: the pool is as large as it is, so that callers stand in line for a connection in the order in which they came.
   * Who tried again from time to time instead would be passed by everybody who asks when one is given back.
   */
  private keepSize() {
    if (this.wanted === undefined) {
      const wanted = this.options.max
      this.wanted = wanted
      setTimeout(() => {
        this.options.max = wanted
        this.wanted = undefined
      }, fullMs).unref()
    }
    this.options.max = Math.max(1, this.totalCount)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(done: Connected): void
  override connect(done?: Connected): Promise<pg.PoolClient> | undefined {
    const connecting = this.whenFree()
    if (!done) return connecting
    connecting.then(
      (client) => done(undefined, client, client.release),
      (error: Error) => done(error, undefined, () => {}),
    )
  }

  private async whenFree(): Promise<pg.PoolClient> {
    const deadline = performance.now() + (this.options.connectionTimeoutMillis ?? 0)
    for (;;) {
      try {
        return await super.connect()
      } catch (error) {
        if (!isFull(error) || performance.now() + pauseMs >= deadline) throw error
        this.keepSize()
      }
      if (this.totalCount === 0) await sleep(pauseMs)
    }
  }
}
