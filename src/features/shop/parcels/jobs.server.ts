import { z } from 'zod'
import { id } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { orderById } from '#money/orders/queries.server.ts'
import { locked, workOf } from '#money/orders/work.server.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import { shipmentById } from './queries.server'
import { deliver } from './state.server'

export const fulfillmentJobs = jobs({
  /** Runs a while after shipment: marks the parcel as delivered unless its state was changed since. */
  deliver: job(
    {
      about: async (db, { fulfillmentId }) => {
        const shipment = await shipmentById(db, fulfillmentId)
        return shipment && orderById(db, shipment.orderId)
      },
      data: z.object({ fulfillmentId: id, shippedAt: instant }),
    },
    async (context, data) => {
      await context.transaction(async (tx) => {
        const seen = await shipmentById(tx.db, data.fulfillmentId)
        const work = workOf(context, tx)
        const order = seen && (await locked(work, () => orderById(tx.db, seen.orderId)))
        const shipment = order && (await shipmentById(tx.db, data.fulfillmentId))
        if (!order || shipment?.state !== 'shipped' || shipment.shippedAt !== data.shippedAt) return
        await deliver(work, order, shipment, '')
      })
    },
  ),
})
