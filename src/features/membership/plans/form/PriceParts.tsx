import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { brands } from '#club/brands/contract.ts'
import { feeOf } from '#kit/fees.ts'
import { Notice } from '#ui/Card.tsx'
import { Link } from '#ui/Link.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { draftTerms, plans } from '../contract'
import type { SubscriptionInterval } from '../plan'
import { usePlanWords } from '../words'

type Ids = { tenantId: string; brandId: string }
type PartsProps = { ids: Ids; price: number | null; interval: SubscriptionInterval }

const percent = (millionths: number) => `${millionths / 10_000}%`

/** What becomes of a price: each fee, and what the brand keeps. Nothing while it is no price yet. */
export const PriceParts = ({ ids: { tenantId, brandId }, price, interval }: PartsProps) => {
  const { form: words } = usePlanWords()
  const fees = useRead(plans.getPlans, { tenantId, brandId, pagination: { limit: 1, offset: 0 } }).data?.fees
  const valid = draftTerms.price.safeParse(price)
  if (!fees || !valid.success) return null
  const paid = valid.data
  const [platform, payment] = [feeOf(paid, fees.platformFee), feeOf(paid, fees.paymentFee)]
  const lines = [
    { label: words.parts.price[interval], amount: paid },
    { label: words.parts.platform(percent(fees.platformFee)), amount: -platform },
    { label: words.parts.payment(percent(fees.paymentFee)), amount: -payment },
  ]
  return (
    <chakra.section aria-label={words.parts.title} bg="sunken" borderRadius="m" px={4} py={3} fontSize="sm">
      <chakra.dl display="grid" gridTemplateColumns="1fr auto" rowGap={1} m={0}>
        {lines.map(({ label, amount }) => (
          <Line key={label} label={label} amount={amount} />
        ))}
        <chakra.dt borderTopWidth="1px" borderColor="border" pt={1.5} mt={0.5} fontWeight="bold">
          {words.parts.net}
        </chakra.dt>
        <chakra.dd
          borderTopWidth="1px"
          borderColor="border"
          pt={1.5}
          mt={0.5}
          ml={0}
          fontWeight="bold"
          textAlign="end"
          fontVariantNumeric="tabular-nums"
        >
          {yenText(paid - platform - payment)}
        </chakra.dd>
      </chakra.dl>
      <chakra.p mt={2} color="muted">
        {words.parts.konbini(yenText(fees.konbini))}
      </chakra.p>
    </chakra.section>
  )
}

const Line = ({ label, amount }: { label: string; amount: number }) => (
  <>
    <chakra.dt color="muted" pr={4}>
      {label}
    </chakra.dt>
    <chakra.dd m={0} textAlign="end" fontVariantNumeric="tabular-nums">
      {amount < 0 ? `−${yenText(-amount)}` : yenText(amount)}
    </chakra.dd>
  </>
)

/** Said before a plan is published that nobody can join: the brand closes or is suspended, or has no legal notice. */
export const CannotJoin = ({ ids: { tenantId, brandId } }: { ids: Ids }) => {
  const { form: words } = usePlanWords()
  const brand = useRead(brands.getBrandProfile, { tenantId, brandId }).data
  if (!brand) return null
  // A notice mends neither of these.
  if (brand.closesAt !== null) return <Notice tone="warn">{words.cannotJoinClosing}</Notice>
  if (brand.isSuspended) return <Notice tone="warn">{words.cannotJoinSuspended}</Notice>
  if (brand.legalNotice.trim() !== '') return null
  return (
    <Notice tone="warn">
      {words.cannotJoin}{' '}
      <chakra.span color="accentText" fontWeight="semibold">
        <Link href={routes.profile({ tenantId, brandId }, { hash: 'legalNotice' })}>{words.toLegalNotice}</Link>
      </chakra.span>
    </Notice>
  )
}
