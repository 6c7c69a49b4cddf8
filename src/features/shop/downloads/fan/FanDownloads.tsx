import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { routes } from '#client/routes.ts'
import { useWrite } from '#client/useOperation.ts'
import type { Operation } from '#kit/contract.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { FileIcon } from '#ui/look/icons.tsx'
import { sizeText } from '#ui/text/sizeText.ts'
import { useAttempt } from '#ui/useAttempt.ts'
import { type Download, downloads } from '../contract'
import { DownloadWords, useDownloadWords } from '../words'
import { isNewArrival } from './arrival'

type Props = {
  downloads: Download[]
  brandSlug: string
  title?: string
  /** Starts the download once without a press, because the page was opened for the file. */
  starts?: boolean
  /** What shows the remaining downloads: read again after each. */
  shownBy: readonly Operation[]
}

/** The files of an order with their remaining downloads. */
export const FanDownloads = (props: Props) =>
  props.downloads.length === 0 ? null : (
    <DownloadWords>
      <Files {...props} />
    </DownloadWords>
  )

const Files = ({ downloads: files, brandSlug, title, starts = false, shownBy }: Props) => {
  const { fan: words } = useDownloadWords()
  const isStopped = files.some(({ state }) => state !== 'active')
  return (
    <Card title={title ?? words.title} lead={words.hint}>
      <chakra.ul display="grid" data-testid="downloads">
        {files.map((file) => (
          <File key={file.grantId} file={file} starts={starts} shownBy={shownBy} />
        ))}
      </chakra.ul>
      {isStopped && (
        <chakra.div mt={3}>
          <LinkButton size="s" href={routes.fanContact({ brandSlug })}>
            {words.contact}
          </LinkButton>
        </chakra.div>
      )}
    </Card>
  )
}

const File = ({ file, starts, shownBy }: { file: Download; starts: boolean } & Pick<Props, 'shownBy'>) => {
  const { fan: words, refusals } = useDownloadWords()
  const attempt = useAttempt(refusals)
  const ask = useWrite(downloads.getDownloadUrl, { refresh: shownBy })
  const [told, setTold] = useState<Download['state'] | null>(null)
  const [hasBegun, setBegun] = useState(false)
  const { grantId, fileName, goodsName, size, remaining } = file
  const state = told ?? file.state
  const get = () =>
    attempt(async () => {
      const answer = await ask.mutateAsync({ grantId })
      if (answer.status !== 'ready') return setTold(answer.status)
      setBegun(true)
      // The response is saved as a file, so the browser stays on this page.
      window.location.replace(answer.url)
    })
  const begin = useRef(starts && state === 'active' ? get : null)
  useEffect(() => {
    if (begin.current && isNewArrival(grantId)) void begin.current()
    begin.current = null
  }, [grantId])
  return (
    <chakra.li
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap={3}
      rowGap={2}
      py={3}
      borderTopWidth="1px"
      borderColor="border"
      _first={{ borderTopWidth: 0, pt: 0 }}
      _last={{ pb: 0 }}
    >
      <chakra.span color="muted" flex="none">
        <FileIcon size={20} />
      </chakra.span>
      <chakra.div flex="1 1 140px" minW={0}>
        <chakra.p fontWeight="semibold" overflowWrap="anywhere">
          {fileName}
        </chakra.p>
        <chakra.p color="muted" fontSize="sm" display="flex" flexWrap="wrap" columnGap={3}>
          <span>{goodsName}</span>
          <span>{sizeText(size)}</span>
          {state === 'active' && <span>{remaining === null ? words.endless : words.remaining(remaining)}</span>}
        </chakra.p>
        {(state !== 'active' || (starts && hasBegun)) && (
          <chakra.p fontSize="sm" role="status">
            {state === 'active' ? words.begun : words.states[state]}
          </chakra.p>
        )}
      </chakra.div>
      {state === 'active' && (
        <Button look="primary" busy={ask.isPending} aria-label={words.getOf(fileName)} onClick={() => void get()}>
          {words.get}
        </Button>
      )}
    </chakra.li>
  )
}
