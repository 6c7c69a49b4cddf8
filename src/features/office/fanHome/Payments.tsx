import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import type { UserPlan } from '#membership/subscriptions/contract.ts'
import { needsFan, type Payment, paymentsOf, sumsOf } from '#membership/subscriptions/payments.ts'
import { Badge } from '#ui/Badge.tsx'
import { LinkButton } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { MoneyText, yenText } from '#ui/text/MoneyText.tsx'
import type { HomeOfFan } from './Clubs'
import { hrefOf, type OrderOfHome } from './Orders'
import { BrandLink, Name, Part, Rows, Small } from './parts'
import { useFanHomeWords } from './words'

type Props = {
  plans: readonly UserPlan[]
  orders: readonly OrderOfHome[]
  months: HomeOfFan['months']
}

const tones = {
  charged: 'ok',
  atStore: 'info',
  voucher: 'warn',
  change: 'warn',
  refused: 'bad',
  ends: 'plain',
  given: 'plain',
} as const

/** All that a fan pays, of all clubs, with the next dates: memberships, vouchers that wait, and months that were bought. */
export const Payments = ({ plans, orders, months }: Props) => {
  const words = useFanHomeWords()
  const payments = paymentsOf(plans)
  const waiting = orders.filter(({ going, kind }) => going === 'pay' && kind !== 'plan')
  const isEmpty = payments.length === 0 && waiting.length === 0 && months.length === 0
  return (
    <Part id="payments" title={words.payments} all={{ href: routes.myPlans(), label: words.allPlans }}>
      {isEmpty ? (
        <chakra.p px={{ base: 4, md: 5 }} pb={5} color="muted" fontSize="0.875rem">
          {words.none}
        </chakra.p>
      ) : (
        <>
          <Sums payments={payments} />
          <Rows data-testid="my-payments">
            {payments.map((payment) => (
              <OnePayment
                key={`${payment.plan.planId} ${payment.plan.purchasedAt} ${payment.kind === 'change'}`}
                payment={payment}
              />
            ))}
            {waiting.map((order) => (
              <Waiting key={order.orderId} order={order} />
            ))}
            <Months months={months} />
          </Rows>
        </>
      )}
    </Part>
  )
}

const Sums = ({ payments }: { payments: readonly Payment[] }) => {
  const words = useFanHomeWords()
  const { month, year, perMonth } = sumsOf(payments)
  const parts = [
    ...(month > 0 ? [words.monthly(yenText(month))] : []),
    ...(year > 0 ? [words.yearly(yenText(year))] : []),
  ]
  return (
    <chakra.div px={{ base: 4, md: 5 }} pb={4} data-testid="per-month">
      <chakra.p fontSize="sm" color="muted">
        {words.perMonth}
      </chakra.p>
      <chakra.p fontSize="2xl" fontWeight="bold" lineHeight="1.3">
        <MoneyText yen={perMonth} />
      </chakra.p>
      {year > 0 && (
        <chakra.p fontSize="sm" color="muted">
          {parts.join(' ＋ ')}
          <br />
          {words.shared}
        </chakra.p>
      )}
    </chakra.div>
  )
}

const OnePayment = ({ payment }: { payment: Payment }) => {
  const words = useFanHomeWords()
  const locale = useLocale()
  const { kind, plan, amount, interval, at, orderId } = payment
  const isCounted = kind !== 'ends' && kind !== 'given'
  const isVoucher = kind === 'voucher' || kind === 'change'
  const name = kind === 'change' ? (plan.changeOrder?.name ?? plan.name) : plan.name
  const href = isVoucher && orderId !== null ? routes.konbini({ orderId }) : routes.myPlans()
  const label = kind === 'refused' ? words.mend : words.pay
  return (
    <li data-payment={kind}>
      <chakra.div flex="1" minW="0" display="grid" gap={0.5}>
        <chakra.div display="flex" flexWrap="wrap" columnGap={2} rowGap={1} alignItems="center">
          <Badge tone={tones[kind]}>{words.kinds[kind]}</Badge>
          {at !== null && <Small>{words.says[kind](dateText(at, locale, { short: true, hour: isVoucher }))}</Small>}
        </chakra.div>
        <Name>
          {kind === 'change' ? (
            <Link href={href}>{words.changeTo(name)}</Link>
          ) : (
            <Link href={routes.fanPlan({ brandSlug: plan.brand.slug, planId: plan.planId })}>{name}</Link>
          )}
        </Name>
        <BrandLink brand={plan.brand} />
        {needsFan(payment) && (
          <chakra.div mt={1}>
            <LinkButton size="s" look="primary" href={href} aria-label={`${label}: ${name}`}>
              {label}
            </LinkButton>
          </chakra.div>
        )}
      </chakra.div>
      <chakra.span flex="none" fontWeight="semibold" {...(!isCounted && { color: 'muted' })}>
        {kind === 'change' ? (
          <chakra.span display="block" textAlign="end">
            <MoneyText yen={amount} />
            <Small>{words.once}</Small>
          </chakra.span>
        ) : (
          kind !== 'given' && <MoneyText yen={amount} per={words.per[interval]} />
        )}
      </chakra.span>
    </li>
  )
}

const Waiting = ({ order }: { order: OrderOfHome }) => {
  const words = useFanHomeWords()
  const locale = useLocale()
  return (
    <li data-payment="once">
      <chakra.div flex="1" minW="0" display="grid" gap={0.5}>
        <chakra.div display="flex" flexWrap="wrap" columnGap={2} rowGap={1} alignItems="center">
          <Badge tone="warn">{words.going.pay}</Badge>
          {order.dueAt !== null && (
            <Small>{words.dueBy(dateText(order.dueAt, locale, { short: true, hour: true }))}</Small>
          )}
        </chakra.div>
        <Name>
          <Link href={hrefOf(order)}>{order.items.join(' / ')}</Link>
        </Name>
        <BrandLink brand={order.brand} />
      </chakra.div>
      <chakra.span flex="none" fontWeight="semibold" textAlign="end">
        <MoneyText yen={order.total} />
        <Small>{words.once}</Small>
      </chakra.span>
    </li>
  )
}

/** Months that were bought, of each brand in one line: they were paid once. */
const Months = ({ months }: { months: HomeOfFan['months'] }) => {
  const words = useFanHomeWords()
  const locale = useLocale()
  return [...Map.groupBy(months, ({ brand }) => brand.slug).values()].map((some) => {
    const [latest] = some
    if (!latest) return null
    return (
      <li key={latest.brand.slug} data-payment="months">
        <chakra.div flex="1" minW="0" display="grid" gap={0.5}>
          <Name>
            <Link href={routes.fanBackNumbers({ brandSlug: latest.brand.slug })}>{words.months}</Link>
          </Name>
          <Small>
            {words.monthsOf(some.length)} · {words.lastBought(dateText(latest.paidAt, locale, { short: true }))}
          </Small>
          <BrandLink brand={latest.brand} />
        </chakra.div>
        <chakra.span flex="none" color="muted" textAlign="end">
          <MoneyText yen={some.reduce((sum, { total }) => sum + total, 0)} />
          <Small>{words.once}</Small>
        </chakra.span>
      </li>
    )
  })
}
