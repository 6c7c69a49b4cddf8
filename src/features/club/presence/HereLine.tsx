import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { Avatar } from '#ui/Avatar.tsx'
import { UntilWords } from '#ui/faces/UntilWords.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import type { Editor } from './contract'
import type { EditedKind } from './presence'
import { useEditors } from './useEditors'
import { PresenceWords, usePresenceWords } from './words'

export type HereProps = { ids: { tenantId: string; brandId: string }; kind: EditedKind; itemId: string }

export const HereLine = (props: HereProps) => (
  <UntilWords fallback={null}>
    <PresenceWords>
      <Line {...props} />
    </PresenceWords>
  </UntilWords>
)

const Here = chakra('p', {
  base: {
    flex: '1 1 0',
    minW: 0,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: 1.5,
    color: 'muted',
    fontSize: { base: 'xs', md: 'sm' },
  },
})
const Who = chakra('span', {
  base: { minW: 0, overflow: 'hidden', textOverflow: 'ellipsis', color: 'text', fontWeight: 'semibold' },
})

/** As many as are named. */
const mostNamed = 2

const Line = ({ ids, kind, itemId }: HereProps) => {
  const words = usePresenceWords()
  const others = useEditors(ids, kind, itemId)
  const line = useRef<HTMLParagraphElement>(null)
  const nameOf = ({ name, role }: Editor) => (name ? words.person(name) : words.roles[role])
  useArrivals(others, (one) => {
    // The line was seen by whoever has not scrolled away from it.
    if (line.current && line.current.getBoundingClientRect().bottom < 0)
      toast({ tone: 'info', title: words.hasCome(nameOf(one)) })
  })
  const shown = others?.slice(0, mostNamed) ?? []
  const names = shown.map(nameOf)
  const count = others?.length ?? 0
  const [first] = names
  return (
    <Here ref={line} role="status">
      {first !== undefined && (
        <>
          {shown.map((one, n) => (
            <chakra.span key={one.memberId} display={n === 0 ? 'contents' : { base: 'none', md: 'contents' }}>
              <Avatar name={one.name || nameOf(one)} size={22} />
            </chakra.span>
          ))}
          <Sentence wide said={words.here(names, count - names.length)} />
          <Sentence said={words.hereShort(first, count - 1)} />
        </>
      )}
    </Here>
  )
}

type SentenceProps = { said: readonly [who: string, says: string]; wide?: boolean }

/** One row, whatever the names: they are cut where there is no room, and what is said of them is not. */
const Sentence = ({ said: [who, says], wide = false }: SentenceProps) => (
  <chakra.span
    display={wide ? { base: 'none', md: 'flex' } : { base: 'flex', md: 'none' }}
    minW="0"
    whiteSpace="pre"
    title={`${who}${says}`}
  >
    <Who>{who}</Who>
    {says}
  </chakra.span>
)

/** Tells of everybody who comes while the page is open, once; whoever was there before it is none. */
const useArrivals = (others: readonly Editor[] | null, onArrival: (one: Editor) => void) => {
  const known = useRef<Set<string> | null>(null)
  const tell = useRef(onArrival)
  tell.current = onArrival
  useEffect(() => {
    if (!others) return
    const before = known.current
    const come = others.filter(({ memberId }) => !before?.has(memberId))
    known.current = new Set([...(before ?? []), ...come.map(({ memberId }) => memberId)])
    if (before) for (const one of come) tell.current(one)
  }, [others])
}
