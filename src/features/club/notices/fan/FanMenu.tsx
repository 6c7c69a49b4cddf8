import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { routes } from '#client/routes.ts'
import { Button } from '#ui/Button.tsx'
import { BarLink, CountAbove } from '#ui/fan/FanFrame.tsx'
import { useFanWords } from '#ui/fan/words.tsx'
import { BellIcon, PersonIcon } from '#ui/look/icons.tsx'

// Its script comes when the fan is known; visitors never load it.
const FanNotices = dynamic(() => import('./FanNotices').then((m) => m.FanNotices), { ssr: false })

type Props = {
  /** Undefined until it is known who reads. */
  uid: string | undefined
  /** The brand whose page it is, which the fan visits now. */
  brand?: { tenantId: string; brandId: string }
  /** The way to the fan's home, where the page has no other. */
  hasHome?: boolean
}

/**
 * Of a signed-in fan in the header: the bell with the number of what is new, and the way home. In the page from the start, so that nothing
 * moves, and what was pressed before the scripts ran is done, once the fan is known.
 */
export const FanMenu = ({ uid, brand, hasHome = false }: Props) => {
  const words = useFanWords()
  const [unread, setUnread] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const label = words.notices(unread)
  return (
    <>
      <chakra.span position="relative" display="inline-flex">
        <Button
          icon
          look="quiet"
          minH="44px"
          aria-label={label}
          title={label}
          data-testid={uid && 'fan-bell'}
          onClick={() => setOpen(true)}
        >
          <BellIcon size={20} />
        </Button>
        {unread > 0 && (
          <CountAbove top="2px" insetInlineStart="22px" aria-hidden>
            {unread > 49 ? '49+' : unread}
          </CountAbove>
        )}
      </chakra.span>
      {hasHome && (
        <BarLink href={routes.myHome()}>
          <PersonIcon size={19} />
          <chakra.span smDown={{ srOnly: true }}>{words.myHome}</chakra.span>
        </BarLink>
      )}
      {uid && (
        <FanNotices
          key={uid}
          uid={uid}
          brand={brand}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onUnread={setUnread}
        />
      )}
    </>
  )
}
