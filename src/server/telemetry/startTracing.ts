import { shared } from '../shared'

/** Returns how it is stopped. */
export const startTracing = async (endpoint: string | undefined, role: string): Promise<() => Promise<void>> => {
  if (!endpoint) return async () => {}
  const { openTracing } = await import('./otel')
  const tracing = openTracing(endpoint, role)
  shared.tracing = tracing
  return async () => {
    delete shared.tracing
    await tracing.stop()
  }
}
