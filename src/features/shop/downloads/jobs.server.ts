import { z } from 'zod'
import { brandOfShop } from '#club/brands/queries.server.ts'
import { id } from '#kit/text.ts'
import { mailToFan, workOf } from '#money/orders/work.server.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import { brandOfGoods } from '../goods/queries.server'
import { mostFiles, savedNameOf } from './download'
import { fileReplaced } from './mails'
import { outdatedGrants, tellOutdated } from './queries.server'

export const downloadJobs = jobs({
  /** Files of a product were replaced: notifies each buyer with access, once per order. */
  tellOfNewFiles: job(
    {
      about: (db, { goodsId }) => brandOfGoods(db, goodsId),
      data: z.object({ tenantId: id, goodsId: id, fileIds: z.array(id).max(mostFiles) }),
      expireInSeconds: 3600,
    },
    async (context, replaced) => {
      for (let after = ''; ; ) {
        const grants = await outdatedGrants(context.db, replaced, after)
        for (const { orderId, uid } of new Map(grants.map((grant) => [grant.orderId, grant])).values())
          await context.transaction(async (tx) => {
            const [first, ...more] = await tellOutdated(tx.db, replaced, orderId)
            if (!first) return
            const { name: brandName } = await brandOfShop(tx.db, { ...replaced, brandId: first.brandId })
            await mailToFan(workOf(context, tx), { ...replaced, brandId: first.brandId, uid }, (to) =>
              fileReplaced(to, {
                orderId,
                orderNumber: first.orderNumber,
                brandName,
                goods: { name: first.goodsName, english: first.english },
                fileNames: [first, ...more].map(({ name, fileName }) => savedNameOf(name, fileName)),
              }),
            )
          })
        const last = grants.at(-1)
        if (!last) return
        after = last.grantId
      }
    },
  ),
})
