import { beginConversion } from '#publishing/contents/video/work.server.ts'
import type { Ports } from '#server/ports.ts'
import { exportWriters } from './exportWriters'

/** What the wings below are given of the wings above. */
export const ports: Ports = {
  exportWriters,
  uploadArrivals: { video: beginConversion },
}
