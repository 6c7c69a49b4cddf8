import { routes } from '#client/routes.ts'
import { type AuditEntry, type Detail, fieldOf } from './kept'

type Club = { tenantId: string }
type Ids = Club & { brandId: string }

const ofBrand: Record<string, (ids: Ids, value: string) => string> = {
  eventId: (ids, eventId) => routes.event({ ...ids, eventId }),
  fanId: (ids, fanId) => routes.fan({ ...ids, fanId }),
  goodsId: (ids, goodsId) => routes.goodsItem({ ...ids, goodsId }),
  importId: (ids, importId) => routes.orderFiles(ids, { query: { importId } }),
  inquiryId: (ids, inquiryId) => routes.request(ids, { query: { inquiryId } }),
  month: (ids, month) => routes.revenueMonth({ ...ids, month }),
  orderId: (ids, orderId) => routes.order({ ...ids, orderId }),
  planContentId: (ids, contentId) => routes.content({ ...ids, contentId }),
  planId: (ids, planId) => routes.plan({ ...ids, planId }),
  subscriptionId: (ids, subscriptionId) => routes.subscriber({ ...ids, subscriptionId }),
  userId: (ids, userId) => routes.contentComments(ids, { query: { userId } }),
}
/** Of what belongs to no single brand. */
const ofClub: Record<string, (ids: Club, value: string) => string> = {
  draftId: (ids, draftId) => routes.eventGoodsDrafts(ids, { query: { draftId } }),
  goodsId: (ids, goodsId) => routes.eventGoodsItem({ ...ids, goodsId }),
  memberId: (ids) => routes.tenant(ids),
}
/** Where what an entry names is seen; null where no screen shows it. */
export const hrefOfDetail = (
  { tenantId }: Club,
  { brandId, details }: Pick<AuditEntry, 'brandId' | 'details'>,
  { name, value }: Detail,
): string | null => {
  const field = fieldOf(name, details)
  const club = ofClub[field]
  if (brandId === null || !ofBrand[field]) return club?.({ tenantId }, value) ?? null
  return ofBrand[field]({ tenantId, brandId }, value)
}
