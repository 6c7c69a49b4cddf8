import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: pg.PoolClient['release']) => void

/** Between two tries to get a connection from a server that has none left, in milliseconds. */
const pauseMs = 50
const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === '53300'

/**
 * A pool whose callers wait for a connection, within `connectionTimeoutMillis`, also where the server has none left: pg's own
 * pool waits where it has reached its own number alone, and a server shared by several instances refuses earlier.
 */
export class WaitingPool extends pg.Pool {
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
      }
      await sleep(pauseMs)
    }
  }
}
