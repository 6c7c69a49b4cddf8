import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { clipLength } from '#kit/conversion.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { ClipVideo } from '#ui/video/ClipVideo.tsx'
import { lengthText } from './sizes'
import { useVideoWords } from './words'

/** Polling interval of the clip, in milliseconds. */
const pollTime = 3000

type Props = {
  /** Where the clip begins, in milliseconds; null: none is wanted. NaN while the field has no number. */
  fromMs: number | null
  onChange: (fromMs: number | null) => void
  /** Where the video on this page stands, in seconds. */
  playedTo: () => number
  /** What is stored: its start, and its address once it has been cut. */
  stored: { clipFromMs: number | null; clip: string }
  error: string | undefined
  /** Reads the content again, which has the clip's address once it is cut. */
  reload: () => unknown
}

/** Whether everybody may see ten seconds of a video, and which. Must be inside `VideoWords`. */
export const ClipField = ({ fromMs, onChange, playedTo, stored, error, reload }: Props) => {
  const words = useVideoWords()
  const isStored = fromMs === stored.clipFromMs
  const isAwaited = isStored && fromMs !== null && stored.clip === ''
  const latest = useRef(reload)
  latest.current = reload
  useEffect(() => {
    if (!isAwaited) return
    const timer = setInterval(() => document.hidden || latest.current(), pollTime)
    return () => clearInterval(timer)
  }, [isAwaited])
  return (
    <chakra.div display="grid" gap={3}>
      <Switch
        label={words.clip}
        hint={words.clipHint}
        checked={fromMs !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? 0 : null)}
      />
      {fromMs !== null && (
        <>
          <Field
            label={words.clipFrom}
            error={error}
            hint={
              Number.isNaN(fromMs) ? undefined : words.clipSpan(lengthText(fromMs), lengthText(fromMs + clipLength))
            }
          >
            <NumberInput
              value={Number.isNaN(fromMs) ? fromMs : fromMs / 1000}
              onChange={(seconds) => onChange(Math.round((seconds ?? Number.NaN) * 1000))}
              after={words.seconds}
              width="130px"
            />
          </Field>
          <chakra.div>
            <Button size="s" onClick={() => onChange(Math.floor(playedTo()) * 1000)}>
              {words.clipHere}
            </Button>
          </chakra.div>
          {isStored && stored.clip !== '' ? (
            <chakra.figure>
              <chakra.figcaption fontSize="sm" color="muted" mb={1}>
                {words.clipReady}
              </chakra.figcaption>
              <ClipVideo src={stored.clip} label={words.clipReady} maxW="320px" />
            </chakra.figure>
          ) : (
            <chakra.p role="status" fontSize="sm" color="muted">
              {isAwaited ? words.clipWaiting : words.clipAfterSaving}
            </chakra.p>
          )}
        </>
      )}
    </chakra.div>
  )
}
