import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { useEffect, useState } from 'react'
import { useRead } from '#client/useOperation.ts'
import { IconButton } from '#ui/Button.tsx'
import { BellIcon } from '#ui/look/icons.tsx'
import { notifications } from '../../notifications/contract'
import { mailSettings, mostShown } from '../../notifications/notification'
import { usePortalWords } from '../words'

const BellPanel = dynamic(() => import('./BellPanel').then((m) => m.BellPanel), { ssr: false })

/** Number of new notifications of the current brand; a press opens them. */
export const Bell = (ids: { tenantId: string; brandId: string }) => {
  const words = usePortalWords()
  const [open, setOpen] = useState<'news' | 'mails' | null>(null)
  const { asPath, replace } = useRouter()
  useEffect(() => {
    const [here, hash] = asPath.split('#')
    if (hash !== mailSettings || here === undefined) return
    setOpen('mails')
    // So that it is led here again once this is closed.
    void replace(here, undefined, { shallow: true, scroll: false })
  }, [asPath, replace])
  const unread = useRead(notifications.getNotifications, ids).data?.unread ?? 0
  return (
    <>
      <chakra.span position="relative" display="inline-flex">
        <IconButton label={words.bell(unread)} onClick={() => setOpen('news')}>
          <BellIcon size={20} />
        </IconButton>
        {unread > 0 && (
          <chakra.span
            aria-hidden
            position="absolute"
            top="2px"
            left="19px"
            minW="17px"
            h="17px"
            px="4px"
            borderRadius="full"
            bg="accent"
            color="onAccent"
            fontSize="0.65625rem"
            fontWeight="bold"
            lineHeight="17px"
            textAlign="center"
            pointerEvents="none"
            fontVariantNumeric="tabular-nums"
          >
            {unread < mostShown ? unread : `${mostShown}+`}
          </chakra.span>
        )}
      </chakra.span>
      {open && <BellPanel {...ids} at={open} onClose={() => setOpen(null)} />}
    </>
  )
}
