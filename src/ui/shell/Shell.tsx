import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useState } from 'react'
import { DialogFrame } from '../overlay/Dialog'
import { usePortalWords } from '../portalWords'
import { useOnline } from '../useOnline'
import { Sidebar } from './Sidebar'
import { SkipLink } from './SkipLink'
import { StylesAhead } from './StylesAhead'
import { TopBar } from './TopBar'
import type { ShellProps } from './types'

const Strip = ({ children }: { children: string }) => (
  <chakra.p
    role="status"
    position="sticky"
    top="56px"
    zIndex={2}
    px={{ base: 4, md: 7 }}
    py={2}
    bg="warnSubtle"
    color="warn"
    fontSize="0.875rem"
    fontWeight="semibold"
  >
    {children}
  </chakra.p>
)

/** The frame of the portal: sidebar, top bar, the page. */
export const Shell = ({ children, ...frame }: ShellProps) => {
  const words = usePortalWords()
  const { asPath } = useRouter()
  const isOnline = useOnline()
  // The URL on which the drawer was opened: it closes when a link in it leads to another page.
  const [drawerAt, setDrawerAt] = useState<string | null>(null)
  const closeDrawer = () => setDrawerAt(null)
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '248px minmax(0, 1fr)' }}
      minH="100dvh"
    >
      <SkipLink />
      <chakra.div
        display={{ base: 'none', lg: 'flex' }}
        position="sticky"
        top="0"
        h="100dvh"
        bg="sunken"
        borderRightWidth="1px"
        borderColor="border"
      >
        <Sidebar {...frame} />
      </chakra.div>
      <DialogFrame open={drawerAt === asPath} onClose={closeDrawer} label={words.mainMenu} place="start">
        <chakra.div bg="sunken" flex="1" display="flex" minH="0">
          <Sidebar {...frame} onClose={closeDrawer} />
        </chakra.div>
      </DialogFrame>
      <chakra.div minW="0" display="flex" flexDirection="column">
        <TopBar {...frame} onMenu={() => setDrawerAt(asPath)} />
        {isOnline ? frame.notice && <Strip>{frame.notice}</Strip> : <Strip>{words.offline}</Strip>}
        <chakra.main
          id="main"
          tabIndex={-1}
          outline="none"
          maxW="page"
          mx="auto"
          w="100%"
          flex="1"
          p={{ base: 4, md: 7 }}
          pb={24}
          // Sentences break between words. Not what is being written: it would jump with each letter.
          css={{ '& :where(p:lang(ja):not(.ProseMirror *))': { wordBreak: 'auto-phrase' } }}
        >
          {children}
        </chakra.main>
        {frame.tray}
      </chakra.div>
      <StylesAhead />
    </chakra.div>
  )
}
