import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { sourcesIn } from '#kit/richText.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { shortTexts } from '../content'
import { versions } from './contract'
import { type Change, changesOf, keyOfLine, type Line, lineOfPicture, linesOf, type Written } from './version'
import { useVersionWords, VersionWords } from './words'

type VersionsDialogProps = {
  ids: { tenantId: string; brandId: string; planContentId: string }
  /** What is in the editor now. */
  now: Written
  /** Addresses of the files that stand in it, by mediaId. */
  sources: ReadonlyMap<string, string>
  /** Puts a version back; the dialog stays open until it is saved. */
  onRestore: (version: Written) => Promise<unknown>
  /** Whether something is not saved, so that nothing can be put back. */
  isUnsaved: boolean
  onClose: () => void
}

/** Earlier states of a content's words and pictures, each compared with what is there now. */
export const VersionsDialog = (props: VersionsDialogProps) => (
  <VersionWords>
    <Versions {...props} />
  </VersionWords>
)

const Versions = ({ ids, now, sources, onRestore, isUnsaved, onClose }: VersionsDialogProps) => {
  const words = useVersionWords()
  const locale = useLocale()
  const list = useRead(versions.getContentVersions, ids)
  const [chosenId, setChosen] = useState('')
  const [busy, setBusy] = useState(false)
  const all = list.data?.versions
  // The first that differs in time from now: the last one usually is what is there.
  const chosen = all?.find(({ versionId }) => versionId === chosenId) ?? all?.[1] ?? all?.[0]
  const read = useRead(versions.getContentVersion, chosen ? { ...ids, versionId: chosen.versionId } : null)
  const version = read.data
  const restore = async () => {
    if (!version) return
    setBusy(true)
    await onRestore(version)
    setBusy(false)
  }
  return (
    <Dialog
      open
      size="l"
      title={words.title}
      onClose={onClose}
      footer={
        chosen && (
          <Button look="primary" busy={busy} disabled={!version || isUnsaved} onClick={() => void restore()}>
            {words.restore}
          </Button>
        )
      }
    >
      <chakra.p color="muted" fontSize="sm" mb={3}>
        {words.lead}
      </chakra.p>
      {list.failed ? (
        <FailedState {...list.failed} />
      ) : !all ? (
        <SkeletonText lines={6} />
      ) : all.length === 0 ? (
        <EmptyState {...words.empty} />
      ) : (
        <chakra.div display="grid" gap={4} gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '220px minmax(0, 1fr)' }}>
          <chakra.ul
            aria-label={words.listLabel}
            display="grid"
            gap={1}
            alignContent="start"
            maxH="320px"
            overflowY="auto"
          >
            {all.map((one) => (
              <li key={one.versionId}>
                <Button
                  look={one.versionId === chosen?.versionId ? 'plain' : 'quiet'}
                  aria-pressed={one.versionId === chosen?.versionId}
                  w="100%"
                  justifyContent="flex-start"
                  textAlign="start"
                  onClick={() => setChosen(one.versionId)}
                >
                  <span>
                    <chakra.span display="block" fontWeight="semibold">
                      {dateText(one.savedAt, locale, { short: true, hour: true })}
                    </chakra.span>
                    <chakra.span display="block" color="muted" fontSize="xs">
                      {one.isMine ? words.me : one.savedByName || words.nobody}
                    </chakra.span>
                  </span>
                </Button>
              </li>
            ))}
          </chakra.ul>
          <chakra.section aria-label={words.compared} minW="0">
            {read.failed ? (
              <FailedState {...read.failed} />
            ) : !version ? (
              <SkeletonText lines={6} />
            ) : (
              <Comparison
                from={version}
                to={now}
                sources={
                  new Map([
                    ...sources,
                    ...sourcesIn(version.text),
                    ...sourcesIn(version.english.text ?? ''),
                    ...picturesOf(now),
                    ...picturesOf(version),
                  ])
                }
              />
            )}
            <chakra.p color="muted" fontSize="sm" mt={4}>
              {isUnsaved ? words.unsaved : words.restoreText}
            </chakra.p>
          </chakra.section>
        </chakra.div>
      )}
    </Dialog>
  )
}

const englishLines = ({ english }: Written) => [...shortTexts(english).flatMap(asLine), ...linesOf(english.text ?? '')]
const asLine = (text: string): Line[] => (text === '' ? [] : [{ text, media: null }])

const picturesOf = ({ imageUrls }: Written) =>
  (imageUrls ?? []).map((src) => [lineOfPicture(src).mediaId ?? '', src] as const)

type ComparisonProps = { from: Written; to: Written; sources: ReadonlyMap<string, string> }

const Comparison = ({ from, to, sources }: ComparisonProps) => {
  const words = useVersionWords()
  const parts = {
    name: changesOf(asLine(from.name), asLine(to.name), keyOfLine),
    description: changesOf(asLine(from.description), asLine(to.description), keyOfLine),
    english: changesOf(englishLines(from), englishLines(to), keyOfLine),
    text: changesOf(linesOf(from.text), linesOf(to.text), keyOfLine),
    pictures:
      from.imageUrls && to.imageUrls
        ? changesOf(from.imageUrls.map(lineOfPicture), to.imageUrls.map(lineOfPicture), keyOfLine)
        : [],
  }
  const shown = (['name', 'description', 'english', 'text', 'pictures'] as const).filter((part) =>
    parts[part].some(({ kind }) => kind !== 'same'),
  )
  if (shown.length === 0) return <p>{words.same}</p>
  return (
    <chakra.div display="grid" gap={4}>
      <chakra.p color="muted" fontSize="sm">
        {words.legend}
      </chakra.p>
      {shown.map((part) => (
        <chakra.div key={part}>
          <chakra.h3 fontSize="sm" fontWeight="semibold" mb={1}>
            {words.fields[part]}
          </chakra.h3>
          <chakra.div display="grid" gap={1}>
            {parts[part].map((change, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ids, and the list is drawn as a whole.
              <ChangedLine key={n} {...change} src={sources.get(change.item.mediaId ?? '')} />
            ))}
          </chakra.div>
        </chakra.div>
      ))}
    </chakra.div>
  )
}

const Thumbnail = chakra('img', {
  base: { display: 'block', my: 1, maxW: '160px', maxH: '120px', borderRadius: 's', bg: 'sunken' },
})

const signs = { same: '', added: '＋', removed: '−' }

/** A sign and a line through it say what changed, and not the colour alone. */
const ChangedLine = ({ kind, item: { text, media }, src }: Change<Line> & { src: string | undefined }) => {
  const words = useVersionWords()
  const Tag = kind === 'added' ? 'ins' : 'del'
  const says = media ? [words.media[media], text].filter(Boolean).join(' · ') : text
  const line = (
    <chakra.span whiteSpace="pre-wrap" overflowWrap="anywhere">
      {says}
      {media === 'image' && src && (
        // Its words stand above it.
        <Thumbnail src={src} alt="" loading="lazy" />
      )}
    </chakra.span>
  )
  return (
    <chakra.div
      position="relative"
      display="grid"
      gridTemplateColumns="1.2em minmax(0, 1fr)"
      color={kind === 'added' ? 'ok' : kind === 'removed' ? 'bad' : 'text'}
      fontSize="sm"
    >
      <span aria-hidden>{signs[kind]}</span>
      {kind === 'same' ? (
        line
      ) : (
        <Tag>
          <chakra.span srOnly>{words[kind]}</chakra.span>
          {line}
        </Tag>
      )}
    </chakra.div>
  )
}
