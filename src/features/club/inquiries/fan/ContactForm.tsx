import { chakra } from '@chakra-ui/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { at } from '#client/at.ts'
import { useKnownFan } from '#client/useFan.ts'
import { useFanCall } from '#client/useFanAnswer.ts'
import type { CallError } from '#kit/callError.ts'
import { grouped } from '#kit/number.ts'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { BrandButton } from '#ui/fan/BrandButton.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { MailIcon } from '#ui/look/icons.tsx'
import type { inquiries } from '../contract'
import { useFanContactWords } from './words'

const lengths = { fromName: 80, from: 254, subject: 120, content: 5000 }
const names = ['fromName', 'from', 'subject', 'content'] as const
type Name = (typeof names)[number]
const nothing: Record<Name, string> = { fromName: '', from: '', subject: '', content: '' }
type Problems = Partial<Record<Name, string>>

type Props = { brand: { tenantId: string; brandId: string } }

/** Checks common mistakes in the browser; the server validates everything and names the field. */
export const ContactForm = ({ brand: { tenantId, brandId } }: Props) => {
  const words = useFanContactWords()
  const fan = useKnownFan()
  const ask = useFanCall()
  const [values, setValues] = useState(nothing)
  const [problems, setProblems] = useState<Problems>({})
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const [isSent, setSent] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const key = useRef('')
  useEffect(() => {
    if (!fan) return
    setValues((before) => ({ ...before, fromName: before.fromName || fan.displayName, from: before.from || fan.email }))
  }, [fan])
  const sayOf = (name: Name, rule: string) =>
    rule === 'invalidEmail'
      ? words.invalidEmail
      : rule === 'tooLong'
        ? words.tooLong(grouped(lengths[name]))
        : rule === 'invalidText'
          ? words.invalidText
          : words.required
  const show = (found: Problems) => {
    setProblems(found)
    const first = names.find((name) => found[name])
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    return first !== undefined
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    setProblem('')
    const found: Problems = {}
    for (const name of names) {
      if (values[name].trim() === '') found[name] = words.required
      else if ([...values[name]].length > lengths[name]) found[name] = sayOf(name, 'tooLong')
    }
    if (!found.from && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.from.trim())) found.from = words.invalidEmail
    if (show(found)) return
    setSending(true)
    key.current ||= crypto.randomUUID()
    try {
      await ask(
        at<typeof inquiries>()('contactCreator'),
        { tenantId, brandId, ...values, from: values.from.trim() },
        { idempotencyKey: key.current },
      )
      key.current = ''
      setSent(true)
    } catch (error) {
      const { code, fields = [] } = error as CallError
      const said = Object.fromEntries(
        fields.flatMap(({ field, rule }) =>
          names.flatMap((name) => (name === field ? [[name, sayOf(name, rule)]] : [])),
        ),
      )
      if (!show(said)) setProblem(code === 'tooManyRequests' ? words.tooMany : words.failed)
    } finally {
      setSending(false)
    }
  }
  if (isSent) {
    return (
      <div role="status">
        <EmptyState
          icon={<MailIcon size={24} />}
          title={words.sentTitle}
          text={words.sentText}
          action={
            <BrandButton
              look="outline"
              onClick={() => {
                setValues((before) => ({ ...before, subject: '', content: '' }))
                setSent(false)
              }}
            >
              {words.again}
            </BrandButton>
          }
        />
      </div>
    )
  }
  const field = (name: Name) => ({
    name,
    value: values[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      const { value } = currentTarget
      key.current = ''
      setValues((before) => ({ ...before, [name]: value }))
      setProblems((before) => ({ ...before, [name]: undefined }))
    },
  })
  const errorOf = (name: Name) => (problems[name] ? { error: problems[name] } : {})
  return (
    <chakra.form
      ref={form}
      onSubmit={(event) => void send(event)}
      noValidate
      display="grid"
      gap={5}
      maxW="640px"
      mt={6}
    >
      <Field label={words.fromName} required {...errorOf('fromName')}>
        <TextInput autoComplete="name" {...field('fromName')} />
      </Field>
      <Field label={words.from} hint={words.fromHint} required {...errorOf('from')}>
        <TextInput type="email" autoComplete="email" inputMode="email" {...field('from')} />
      </Field>
      <Field label={words.subject} required {...errorOf('subject')}>
        <TextInput {...field('subject')} />
      </Field>
      <Field label={words.content} required max={lengths.content} value={values.content} {...errorOf('content')}>
        <TextArea rows={8} {...field('content')} />
      </Field>
      <chakra.p role="alert" color="bad" fontSize="0.875rem" _empty={{ display: 'none' }}>
        {problem}
      </chakra.p>
      <div>
        <BrandButton type="submit" aria-busy={isSending || undefined}>
          {isSending ? words.sending : words.send}
        </BrandButton>
      </div>
    </chakra.form>
  )
}
