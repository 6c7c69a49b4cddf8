import type { ResultOf } from '#kit/contract.ts'
import type { brands } from './contract'

type Profile = ResultOf<typeof brands.getBrandProfile>
export type ProfileValues = Pick<
  Profile,
  | 'name'
  | 'brandThumbnail'
  | 'brandIcon'
  | 'description'
  | 'accentColor'
  | 'links'
  | 'legalNotice'
  | 'welcomeLetter'
  | 'pageParts'
  | 'pinnedContents'
  | 'pinnedGoods'
  | 'invoiceNumber'
  | 'backNumberNeedsActivePlan'
  | 'commentPolicy'
  | 'commentAudience'
> & {
  english: { description: string; welcomeLetter: string }
  /** Null while the field is empty. */
  graceDays: number | null
  freeShippingOver: number | null
}
