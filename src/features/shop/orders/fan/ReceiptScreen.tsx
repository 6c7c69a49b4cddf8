import { chakra } from '@chakra-ui/react'
import { Fragment, useState } from 'react'
import { routes, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { isCallError } from '#kit/callError.ts'
import { orders } from '#money/orders/contract.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Surface } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Link } from '#ui/Link.tsx'
import { saveFile } from '#ui/saveFile.ts'
import { DateText } from '#ui/text/DateText.tsx'
import { MoneyText } from '#ui/text/MoneyText.tsx'
import { ReceiptAddressForm } from './ReceiptAddressForm'
import { FanOrderWords, useFanOrderWords } from './words'

/** A receipt as a Japanese business needs it, on screen and on paper. */
export const ReceiptScreen = () => (
  <FanOrderWords>
    <Screen />
  </FanOrderWords>
)

const Row = chakra('div', { base: { display: 'flex', justifyContent: 'space-between', gap: 4 } })
const Cell = chakra('td', { base: { py: 2, borderTopWidth: '1px', borderColor: 'border', verticalAlign: 'top' } })
const Head = chakra('th', {
  base: { py: 2, fontSize: 'sm', color: 'muted', fontWeight: 'semibold', textAlign: 'start' },
})

/** Only the receipt itself is printed. */
const printStyles = `@media print {
  header, footer, .screen, h1 { display: none !important }
  article { border: 0 !important; box-shadow: none !important }
}`

const Screen = () => {
  const { receipt: words, history } = useFanOrderWords()
  const { data: receipt, failed } = useRead(orders.getOrderReceipt, useRouteIds('orderId'))
  if (failed) return <FailedState {...failed} />
  if (!receipt) return <SkeletonText lines={10} />
  const sums = [
    [words.subtotal, receipt.subtotal],
    ...(receipt.shippingFee > 0 ? [[words.shipping, receipt.shippingFee] as const] : []),
  ] as const
  const hasReduced = receipt.byRate.some(({ isReduced }) => isReduced)
  return (
    <>
      <style>{printStyles}</style>
      <Surface as="article" p={{ base: 5, md: 8 }} display="grid" gap={5} data-testid="receipt">
        <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" gap={3}>
          <chakra.h2 fontSize="xl">{words.title}</chakra.h2>
          <chakra.div fontSize="sm" color="muted" textAlign="end" ml="auto">
            {words.number} {receipt.orderNumber}
            <br />
            {words.paidAt} <DateText at={receipt.paidAt} />
          </chakra.div>
        </chakra.div>
        {receipt.issuedTo && (
          <chakra.p fontSize="lg" borderBottomWidth="1px" borderColor="border" pb={2}>
            {words.issuedTo.before}
            <span>{receipt.issuedTo}</span>
            {words.issuedTo.after}
          </chakra.p>
        )}
        <chakra.p fontSize="3xl" fontWeight="bold" textAlign="center" bg="sunken" borderRadius="m" py={3}>
          <MoneyText yen={receipt.received} />
        </chakra.p>
        {receipt.purpose && <chakra.p overflowWrap="anywhere">{words.purpose(receipt.purpose)}</chakra.p>}
        <chakra.p fontSize="0.875rem">{words.received}</chakra.p>
        <chakra.table w="100%" fontSize="0.875rem">
          <thead>
            <tr>
              <Head scope="col">{words.item}</Head>
              <Head scope="col" textAlign="end" pl={3} whiteSpace="nowrap">
                {words.quantity}
              </Head>
              <Head scope="col" textAlign="end" pl={3} whiteSpace="nowrap">
                {words.amount}
              </Head>
            </tr>
          </thead>
          <tbody>
            {receipt.lines.map(({ name, quantity, amount, isReducedTax }, i) => (
              // A receipt's lines never change.
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have one name
              <tr key={i}>
                <Cell overflowWrap="anywhere">
                  {name}
                  {hasReduced && isReducedTax && '\u00a0※'}
                </Cell>
                <Cell textAlign="end" pl={3}>
                  {quantity}
                </Cell>
                <Cell textAlign="end" pl={3}>
                  <MoneyText yen={amount} />
                </Cell>
              </tr>
            ))}
          </tbody>
        </chakra.table>
        {hasReduced && (
          <chakra.p fontSize="sm" color="muted">
            {words.reducedNote}
          </chakra.p>
        )}
        <chakra.dl display="grid" gap={1} fontSize="0.875rem" ml="auto" w="min(320px, 100%)">
          {sums.map(([label, amount]) => (
            <Row key={label}>
              <dt>{label}</dt>
              <dd>
                <MoneyText yen={amount} />
              </dd>
            </Row>
          ))}
          <Row fontWeight="bold" fontSize="md" borderTopWidth="1px" borderColor="border" pt={2}>
            <dt>{words.total}</dt>
            <dd>
              <MoneyText yen={receipt.total} />
            </dd>
          </Row>
          {receipt.refunded > 0 && (
            <Row>
              <dt>{words.refunded}</dt>
              <dd>
                <MoneyText yen={-receipt.refunded} />
              </dd>
            </Row>
          )}
          {hasReduced ? (
            receipt.byRate.map(({ rate, isReduced, amount, taxIncluded }, n) => (
              <Fragment key={rate}>
                <Row {...(n === 0 && { borderTopWidth: '1px', borderColor: 'border', pt: 2 })}>
                  <dt>{words.rate(rate, isReduced, receipt.refunded > 0)}</dt>
                  <dd>
                    <MoneyText yen={amount} />
                  </dd>
                </Row>
                <Row color="muted" pl={4}>
                  <dt>{words.taxOf}</dt>
                  <dd>
                    <MoneyText yen={taxIncluded} />
                  </dd>
                </Row>
              </Fragment>
            ))
          ) : (
            <Row color="muted">
              <dt>{words.tax(receipt.taxRate)}</dt>
              <dd>
                <MoneyText yen={receipt.taxIncluded} />
              </dd>
            </Row>
          )}
          <Row color="muted">
            <dt>{words.method}</dt>
            <dd>{history.method[receipt.paymentMethod]}</dd>
          </Row>
        </chakra.dl>
        <chakra.div fontSize="sm" color="muted" borderTopWidth="1px" borderColor="border" pt={4}>
          <chakra.p fontWeight="semibold" color="text">
            {words.seller}: <Link href={routes.fanBrand({ brandSlug: receipt.brandSlug })}>{receipt.brandName}</Link>
          </chakra.p>
          <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
            {receipt.sellerNotice}
          </chakra.p>
          {receipt.invoiceNumber && (
            <p>
              {words.invoiceNumber} {receipt.invoiceNumber}
            </p>
          )}
        </chakra.div>
        {receipt.platform && (
          <chakra.div
            fontSize="sm"
            color="muted"
            borderTopWidth="1px"
            borderColor="border"
            pt={4}
            display="grid"
            gap={1}
          >
            <Row fontWeight="semibold" color="text">
              <span>{words.fee}</span>
              <MoneyText yen={receipt.platform.fee} />
            </Row>
            <Row>
              <span>{words.tax(receipt.taxRate)}</span>
              <MoneyText yen={receipt.platform.taxIncluded} />
            </Row>
            <p>{words.platform(receipt.platform.name)}</p>
            {receipt.platform.invoiceNumber && (
              <p>
                {words.invoiceNumber} {receipt.platform.invoiceNumber}
              </p>
            )}
          </chakra.div>
        )}
      </Surface>
      {!receipt.isAddressed && <ReceiptAddressForm orderId={receipt.orderId} name={receipt.issuedTo} />}
      <chakra.div className="screen" display="flex" flexWrap="wrap" gap={3}>
        <Button look="primary" onClick={() => window.print()}>
          {words.print}
        </Button>
        <SaveButton orderId={receipt.orderId} />
        <LinkButton href={routes.myOrders()}>{words.back}</LinkButton>
      </chakra.div>
    </>
  )
}

const SaveButton = ({ orderId }: { orderId: string }) => {
  const { receipt: words } = useFanOrderWords()
  const { mutateAsync, isPending } = useWrite(orders.getOrderReceiptFile)
  const [isFailed, setFailed] = useState(false)
  const save = async () => {
    setFailed(false)
    try {
      saveFile(await mutateAsync({ orderId }))
    } catch (error) {
      if (!isCallError(error)) throw error
      setFailed(true)
    }
  }
  return (
    <>
      <Button busy={isPending} onClick={() => void save()}>
        {words.save}
      </Button>
      {isFailed && (
        <chakra.p role="alert" color="bad" fontSize="sm" alignSelf="center">
          {words.notSaved}
        </chakra.p>
      )}
    </>
  )
}
