import { allInLanguage, inLanguage } from '#kit/english.ts'
import type { Instant } from '#kit/time.ts'
import type { Db, Locale, PublicBrand } from '#server/proven.ts'
import type { PublicPlan } from './contract'
import { originalOf, priceIdOf } from './plan'
import { publicPlansOf } from './public.queries.server'

/** The plans of a brand for the current reader: those on sale, and those that this fan holds. */
export const publicPlans = async (
  db: Db,
  brand: PublicBrand,
  asked: { uid: string | undefined; planId?: string; locale: Locale; now: Instant },
): Promise<PublicPlan[]> => {
  const rows = await publicPlansOf(db, brand, asked)
  return rows.map(
    ({ price, subscriptionInterval, held, isRefused, isAwaited, archivingAt, archiveMessage, contents, ...plan }) => ({
      ...inLanguage(plan, asked.locale),
      ...originalOf(plan, asked.locale),
      status: held ? 'purchased' : isAwaited ? 'waitingForKonbiniPayment' : 'onSale',
      prices: [{ price, subscriptionInterval, stripePriceId: priceIdOf(plan) }],
      archivingAt,
      archivedAt: archivingAt !== null && archivingAt <= asked.now ? archivingAt : null,
      paymentIncomplete: isRefused === true && archivingAt === null,
      archivingMessage: held && archivingAt !== null ? archiveMessage : '',
      // Of a plan that has ended its contents are no longer shown to who does not hold it.
      planContents:
        held || archivingAt === null || archivingAt > asked.now ? allInLanguage(contents, asked.locale) : [],
    }),
  )
}
