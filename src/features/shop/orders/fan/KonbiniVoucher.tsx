import { chakra } from '@chakra-ui/react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { routes } from '#client/routes.ts'
import { useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { orders } from '#money/orders/contract.ts'
import { inStoreOrder, storeName, storeTerminal } from '#money/orders/vouchers/stores.ts'
import { AnchorButton, Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Link } from '#ui/Link.tsx'
import { ExternalIcon } from '#ui/look/icons.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { CopyText } from '#ui/text/CopyText.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import { timeLeftText, useTimeLeft } from '#ui/text/timeLeft.ts'
import { useAttempt } from '#ui/useAttempt.ts'
import type { KonbiniPayment } from './read'
import { useFanOrderWords } from './words'

const Tab = chakra('button', {
  base: {
    minH: '44px',
    px: 2,
    py: 1.5,
    fontSize: '0.875rem',
    fontWeight: 'semibold',
    color: 'muted',
    borderBottomWidth: '2px',
    borderColor: 'transparent',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    '&[aria-selected=true]': { color: 'text', borderColor: 'accent' },
    _hover: { color: 'text' },
  },
})

/** The codes of each store, until when they work, and the way out. */
export const KonbiniVoucher = ({ payment, onOver }: { payment: KonbiniPayment; onOver: () => void }) => {
  const { konbini: words, refusals } = useFanOrderWords()
  const locale = useLocale()
  const left = useTimeLeft(payment.expiresAt)
  const isOver = left === 0
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver, onOver])
  const attempt = useAttempt(refusals)
  const cancel = useWrite(orders.cancelPaymentKonbini, {
    refresh: [orders.getKonbiniPayment, orders.getFanClubOrderHistory],
  })
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Card title={words.until}>
        <chakra.p fontSize="lg" fontWeight="bold">
          <DateText at={payment.expiresAt} hour />
        </chakra.p>
        <chakra.p color="muted" fontSize="0.875rem" fontVariantNumeric="tabular-nums" role="timer">
          {left !== null && words.left(timeLeftText(left, locale))}
        </chakra.p>
      </Card>
      <Stores payment={payment} />
      <chakra.p color="muted" fontSize="0.875rem" role="status">
        {words.waiting}
      </chakra.p>
      {payment.mailedTo !== '' && (
        <chakra.p fontSize="0.875rem" color={payment.isMailVerified ? 'muted' : undefined} overflowWrap="anywhere">
          {payment.isMailVerified ? words.mailedTo(payment.mailedTo) : words.mailedToUnverified(payment.mailedTo)}{' '}
          {!payment.isMailVerified && (
            <chakra.span color="accentText" textDecoration="underline">
              <Link href={routes.myAccount()}>{words.confirmAddress}</Link>
            </chakra.span>
          )}
        </chakra.p>
      )}
      <chakra.div display="flex" flexWrap="wrap" gap={3}>
        {payment.voucherUrl && (
          <AnchorButton href={payment.voucherUrl} target="_blank" rel="noreferrer">
            <ExternalIcon size={16} />
            {words.voucher}
          </AnchorButton>
        )}
        <Button look="dangerQuiet" onClick={() => setAsks(true)} data-testid="konbini-cancel">
          {words.cancel}
        </Button>
      </chakra.div>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        onConfirm={async () => {
          await attempt(() => cancel.mutateAsync({ orderId: payment.orderId }))
          setAsks(false)
        }}
        title={words.cancelTitle}
        confirm={words.cancelConfirm}
        cancel={words.keep}
      >
        {words.cancelText}
      </ConfirmDialog>
    </>
  )
}

const Stores = ({ payment }: { payment: KonbiniPayment }) => {
  const { konbini: words } = useFanOrderWords()
  const [chosen, setChosen] = useState(0)
  const locale = useLocale()
  const stores = inStoreOrder(payment.stores)
  // Standard keys for tabs: arrows select, and the focus follows.
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    const next = (chosen + by + stores.length) % stores.length
    setChosen(next)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  const store = stores[chosen]
  return (
    <Card title={words.stores} flush>
      <chakra.div
        role="tablist"
        aria-label={words.stores}
        display="grid"
        gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(4, minmax(0, 1fr))' }}
        borderBottomWidth="1px"
        borderColor="border"
        onKeyDown={move}
      >
        {stores.map(({ store: each }, i) => (
          <Tab
            key={each}
            type="button"
            role="tab"
            id={`tab-${each}`}
            aria-selected={i === chosen}
            aria-controls="store"
            tabIndex={i === chosen ? 0 : -1}
            onClick={() => setChosen(i)}
          >
            {storeName(each, locale)}
          </Tab>
        ))}
      </chakra.div>
      {store && (
        <chakra.div
          role="tabpanel"
          id="store"
          aria-labelledby={`tab-${store.store}`}
          p={{ base: 4, md: 5 }}
          display="grid"
          gap={4}
        >
          <chakra.dl display="grid" gap={3}>
            {(
              [
                [words.paymentCode, store.paymentCode],
                [words.confirmationNumber, store.confirmationNumber],
              ] as const
            ).map(([label, code]) => (
              <div key={label}>
                <chakra.dt color="muted" fontSize="sm">
                  {label}
                </chakra.dt>
                <chakra.dd fontSize="xl" css={{ '& code': { fontSize: '1.375rem', letterSpacing: '.06em' } }}>
                  <CopyText text={code} label={label} />
                </chakra.dd>
              </div>
            ))}
          </chakra.dl>
          <chakra.p fontSize="0.875rem" color="muted">
            {words.how[store.store]}
          </chakra.p>
          {storeTerminal(store.store) && (
            <chakra.p lang="ja" fontWeight="semibold" bg="sunken" borderRadius="m" px={4} py={2.5}>
              {storeTerminal(store.store)}
            </chakra.p>
          )}
        </chakra.div>
      )}
    </Card>
  )
}
