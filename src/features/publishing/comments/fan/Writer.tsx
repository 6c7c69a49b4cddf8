import { chakra } from '@chakra-ui/react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { CallError } from '#kit/callError.ts'
import { grouped } from '#kit/number.ts'
import { Button } from '#ui/Button.tsx'
import { BrandButton } from '#ui/fan/BrandButton.tsx'
import { inputRecipe } from '#ui/form/input.ts'
import { useFanCommentWords } from './words'

const Area = chakra('textarea', inputRecipe)
const longest = 1000

type Props = {
  label: string
  placeholder?: string
  /** Initial text; set when editing. */
  text?: string
  send: string
  sending: string
  onSend: (content: string, idempotencyKey: string) => Promise<void>
  /** Only for a form that was opened by a button: it takes the focus and can be closed. */
  onCancel?: () => void
}

/** Form to write, reply to or edit a comment. */
export const Writer = ({ label, placeholder, text = '', send, sending, onSend, onCancel }: Props) => {
  const words = useFanCommentWords()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [content, setContent] = useState(text)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  // The same text keeps its idempotency key, so that retries after a lost response do not post it twice.
  const press = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another comment.
  useEffect(() => {
    press.current = ''
  }, [content])
  const isOpened = onCancel !== undefined
  useEffect(() => {
    if (!isOpened) return
    area.current?.focus()
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length)
  }, [isOpened])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    if (content.trim() === '') return setProblem(words.empty1)
    if ([...content].length > longest) return setProblem(words.tooLong(grouped(longest)))
    setSending(true)
    setProblem('')
    press.current ||= crypto.randomUUID()
    try {
      await onSend(content, press.current)
      setContent('')
    } catch (error) {
      const { code } = error as CallError
      const known: Record<string, string> = {
        ...words.cannot,
        tooManyRequests: words.tooMany,
        tooManyReplies: words.tooManyReplies,
        commentTooOld: words.tooOld,
        commentNotFound: words.parentGone,
      }
      setProblem(known[code] ?? words.failed)
    } finally {
      setSending(false)
    }
  }
  return (
    <chakra.form onSubmit={(event) => void submit(event)} display="grid" gap={2} mb={isOpened ? 0 : 5} noValidate>
      <chakra.label htmlFor={id} fontSize="0.875rem" fontWeight="semibold">
        {label}
      </chakra.label>
      <Area
        ref={area}
        id={id}
        rows={isOpened ? 2 : 3}
        h="auto"
        py={2}
        resize="vertical"
        fieldSizing="content"
        maxH="50dvh"
        placeholder={placeholder}
        value={content}
        aria-describedby={`${id}-hint`}
        aria-invalid={problem !== '' || undefined}
        onChange={(event) => setContent(event.currentTarget.value)}
      />
      <chakra.p
        id={`${id}-hint`}
        fontSize="0.8125rem"
        color={problem ? 'bad' : 'muted'}
        role={problem ? 'alert' : undefined}
      >
        {problem || words.hint(grouped(longest))}
      </chakra.p>
      <chakra.div display="flex" gap={2}>
        <BrandButton type="submit" aria-busy={isSending || undefined}>
          {isSending ? sending : send}
        </BrandButton>
        {onCancel && <Button onClick={onCancel}>{words.cancel}</Button>}
      </chakra.div>
    </chakra.form>
  )
}
