import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { routes } from '#client/routes.ts'
import { BarLink } from '#ui/fan/FanFrame.tsx'
import { useFanWords } from '#ui/fan/words.tsx'
import { PersonIcon } from '#ui/look/icons.tsx'

// Its script comes when the fan is known; visitors never load it.
const FanBell = dynamic(() => import('./FanBell').then((m) => m.FanBell), { ssr: false })

type Props = {
  /** Undefined until it is known who reads. */
  uid: string | undefined
  /** The brand whose page it is, which the fan visits now. */
  brand?: { tenantId: string; brandId: string }
  /** The way to the fan's home, where the page has no other. */
  hasHome?: boolean
}

/** Of a signed-in fan in the header: the way home, from the start, and the bell before it once the fan is known, which moves nothing. */
export const FanMenu = ({ uid, brand, hasHome = false }: Props) => {
  const words = useFanWords()
  return (
    <>
      {uid && <FanBell uid={uid} brand={brand} />}
      {hasHome && (
        <BarLink href={routes.myHome()}>
          <PersonIcon size={19} />
          <chakra.span smDown={{ srOnly: true }}>{words.myHome}</chakra.span>
        </BarLink>
      )}
    </>
  )
}
