import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { shared } from '../shared'

const create = () => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const operationSeconds = new Histogram({
    name: 'tsudoi_operation_seconds',
    help: 'Time from the whole request body to the answer, by operation and status.',
    labelNames: ['operation', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  const pageSeconds = new Histogram({
    name: 'tsudoi_page_seconds',
    help: 'Time to answer a page, by route, status and whether it was kept.',
    labelNames: ['page', 'status', 'cache'] as const,
    buckets: [0.0005, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  return { registry, operationSeconds, pageSeconds }
}

export type Metrics = ReturnType<typeof create>

declare module '../shared' {
  interface Shared {
    metrics?: Metrics
  }
}

export const metrics = (): Metrics => {
  shared.metrics ??= create()
  return shared.metrics
}
