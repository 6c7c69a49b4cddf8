import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useKnownFan } from '#client/useFan.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { postalText } from '#club/postal/postalCode.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { HomeIcon, PlusIcon } from '#ui/look/icons.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { addresses, type ShippingAddress } from '../addresses/contract'
import { AddressDialog } from './AddressDialog'
import { CartWords, useCartWords } from './words'

export const AddressesScreen = () => (
  <CartWords>
    <Screen />
  </CartWords>
)

const Screen = () => {
  const { addresses: words, refusals } = useCartWords()
  const fan = useKnownFan()
  const { data, failed } = useRead(addresses.getShippingAddressList, fan ? { userId: fan.uid } : null)
  const refresh = { refresh: [addresses.getShippingAddressList] }
  const remove = useWrite(addresses.deleteShippingAddress, refresh)
  const choose = useWrite(addresses.setDefaultShippingAddress, refresh)
  const attempt = useAttempt(refusals)
  const [edited, setEdited] = useState<ShippingAddress | 'new' | null>(null)
  const [leaving, setLeaving] = useState<ShippingAddress | null>(null)
  if (failed) return <FailedState {...failed} />
  if (!data) return <SkeletonText lines={8} />
  const list = data.shippingAddressList
  const add = (
    <Button look="primary" onClick={() => setEdited('new')}>
      <PlusIcon size={16} />
      {words.add}
    </Button>
  )
  return (
    <>
      {list.length === 0 ? (
        <EmptyState icon={<HomeIcon size={24} />} title={words.empty} text={words.emptyText} action={add} />
      ) : (
        <>
          <Card flush>
            <ul data-testid="addresses">
              {list.map((one) => (
                <chakra.li
                  key={one.addressId}
                  px={{ base: 4, md: 5 }}
                  py={4}
                  borderTopWidth="1px"
                  borderColor="border"
                  _first={{ borderTopWidth: 0 }}
                  display="grid"
                  gap={1}
                >
                  <chakra.p fontWeight="semibold" display="flex" flexWrap="wrap" gap={2} alignItems="center">
                    {one.recipientName}
                    {one.isDefaultAddress && <Badge tone="ok">{words.isDefault}</Badge>}
                  </chakra.p>
                  <AddressText address={one} />
                  <chakra.div display="flex" flexWrap="wrap" gap={2} mt={2}>
                    <Button size="s" onClick={() => setEdited(one)} aria-label={words.editOf(one.recipientName)}>
                      {words.edit}
                    </Button>
                    {!one.isDefaultAddress && (
                      <Button
                        size="s"
                        disabled={choose.isPending}
                        onClick={() => void attempt(() => choose.mutateAsync({ addressId: one.addressId }))}
                        aria-label={words.makeDefaultOf(one.recipientName)}
                      >
                        {words.makeDefault}
                      </Button>
                    )}
                    <Button
                      size="s"
                      look="dangerQuiet"
                      onClick={() => setLeaving(one)}
                      aria-label={words.removeOf(one.recipientName)}
                    >
                      {words.remove}
                    </Button>
                  </chakra.div>
                </chakra.li>
              ))}
            </ul>
          </Card>
          <div>{add}</div>
        </>
      )}
      {edited && <AddressDialog address={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      <ConfirmDialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={words.removeTitle}
        confirm={words.remove}
        onConfirm={async () => {
          await attempt(async () => {
            await remove.mutateAsync({ addressId: leaving?.addressId ?? '' })
            toast({ tone: 'ok', title: words.removed })
          })
          setLeaving(null)
        }}
      >
        {words.removeText(leaving?.address ?? '')}
      </ConfirmDialog>
    </>
  )
}

export const AddressText = ({ address }: { address: ShippingAddress }) => {
  const { addresses: words } = useCartWords()
  return (
    <chakra.p fontSize="0.875rem" color="muted" overflowWrap="anywhere">
      {postalText(address.postalCode)} {address.address}
      <br />
      {words.phoneOf(address.recipientPhoneNumber)}
    </chakra.p>
  )
}
