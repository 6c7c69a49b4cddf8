import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { Notice } from '#ui/Card.tsx'
import { Fields } from '#ui/form/Field.tsx'
import { Link } from '#ui/Link.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import type { orderFiles } from './contract'
import { useOrderFileWords } from './words'

export type Checked = ResultOf<(typeof orderFiles)['checkOrderFile']>
type Ids = { tenantId: string; brandId: string }

/** Nothing has to be looked at, and all of it goes into one file. */
export const isClean = ({ tooLongCount, changedCount, files }: Checked) =>
  tooLongCount === 0 && changedCount === 0 && files === 1

const Addresses = chakra('ul', { base: { display: 'grid', gap: 2, maxH: '40vh', overflowY: 'auto' } })

type RowProps = { ids: Ids; orderId: string; orderNumber: string; children: ReactNode }
/** Opens beside the dialog, which stays for the file. */
const Row = ({ ids: { tenantId, brandId }, orderId, orderNumber, children }: RowProps) => (
  <chakra.li display="flex" flexWrap="wrap" columnGap={3}>
    <chakra.span color="accentText" fontWeight="semibold" whiteSpace="nowrap">
      <Link href={routes.order({ tenantId, brandId, orderId })} target="_blank">
        {orderNumber}
      </Link>
    </chakra.span>
    <span>{children}</span>
  </chakra.li>
)

/** The addresses to look at before a carrier's file is made, each with its order. */
export const AddressCheck = ({ ids, checked }: { ids: Ids; checked: Checked }) => {
  const { check: words } = useOrderFileWords()
  const locale = useLocale()
  const { tooLong, tooLongCount, changed, changedCount, files } = checked
  return (
    <Fields fontSize="0.875rem" data-testid="address-check">
      {tooLongCount > 0 && (
        <chakra.section display="grid" gap={2} aria-label={words.tooLong(tooLongCount)}>
          <Notice tone="warn">{words.tooLong(tooLongCount)}</Notice>
          <Addresses>
            {tooLong.map(({ orderId, orderNumber, field, over }) => (
              <Row key={`${orderId} ${field}`} ids={ids} orderId={orderId} orderNumber={orderNumber}>
                {words.over(words.fields[field], over)}
              </Row>
            ))}
          </Addresses>
          <p>{words.correct}</p>
        </chakra.section>
      )}
      {changedCount > 0 && (
        <chakra.section display="grid" gap={2} aria-label={words.changed(changedCount)}>
          <Notice tone="info">{words.changed(changedCount)}</Notice>
          <Addresses>
            {changed.map(({ orderId, orderNumber, changedAt }) => (
              <Row key={orderId} ids={ids} orderId={orderId} orderNumber={orderNumber}>
                {words.changedAt(dateText(changedAt, locale, { hour: true }))}
              </Row>
            ))}
          </Addresses>
        </chakra.section>
      )}
      {files > 1 && <p>{words.files(files)}</p>}
    </Fields>
  )
}
