import { chakra } from '@chakra-ui/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { at } from '#client/at.ts'
import type { Person } from '#client/identityProvider.ts'
import { useFanAnswer, useFanCall } from '#client/useFanAnswer.ts'
import type { CallError } from '#kit/callError.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { BrandButton } from '#ui/fan/BrandButton.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Radio } from '#ui/form/Switch.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import type { fans } from '../contract'
import { squareOf } from './square'
import { useMyProfileWords } from './words'

const longest = 40

/** Public name and icon of a fan. Only for signed-in fans. */
export const MyProfile = ({ fan }: { fan: Person }) => {
  const words = useMyProfileWords()
  const ask = useFanCall()
  const answer = useFanAnswer(at<typeof fans>()('getMyProfile'), {}, { fan, shown: null })
  const known = answer.data
  const [name, setName] = useState('')
  const [icon, setIcon] = useState('')
  const [said, setSaid] = useState({ text: '', isProblem: false })
  const [isSaving, setSaving] = useState(false)
  const [isSending, setSending] = useState(false)
  /** The last uploaded icon, which replaces the one that was loaded. */
  const [sent, setSent] = useState('')
  const picker = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!known) return
    setName(known.displayName)
    setIcon(known.icon)
  }, [known])
  if (answer.failed) return <FailedState {...answer.failed} />
  if (!known) return <SkeletonText lines={4} />
  const present = sent || known.icon
  const icons = [
    ...(fan.photoURL ? [{ value: fan.photoURL, label: words.icons.account }] : []),
    ...(present && present !== fan.photoURL ? [{ value: present, label: words.icons.chosen }] : []),
    { value: '', label: words.icons.none },
  ]
  const send = async (file: File) => {
    setSending(true)
    try {
      const picture = await squareOf(file)
      if (!picture) return setSaid({ text: words.unreadable, isProblem: true })
      const { icon: own } = await ask(at<typeof fans>()('uploadMyIcon'), picture)
      setSent(own)
      setIcon(own)
      setSaid({ text: words.iconSaved, isProblem: false })
    } catch (error) {
      const isUnreadable = (error as CallError).code === 'pictureUnreadable'
      setSaid({ text: isUnreadable ? words.unreadable : words.failed, isProblem: true })
    } finally {
      setSending(false)
    }
  }
  const problemOf = () =>
    name.trim() === '' ? words.required : [...name].length > longest ? words.tooLong(longest) : ''
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    const problem = problemOf()
    if (problem) return setSaid({ text: problem, isProblem: true })
    setSaving(true)
    try {
      const payload = { displayName: name.trim(), icon }
      await ask(at<typeof fans>()('updateMyProfile'), payload)
      setSaid({ text: words.saved, isProblem: false })
    } catch (error) {
      const isName = (error as CallError).fields?.some(({ field }) => field === 'displayName')
      setSaid({ text: isName ? words.invalidText : words.failed, isProblem: true })
    } finally {
      setSaving(false)
    }
  }
  return (
    <chakra.form onSubmit={(event) => void save(event)} noValidate display="grid" gap={5} maxW="520px" mt={6}>
      <chakra.div display="flex" alignItems="center" gap={4}>
        <Avatar name={name || known.email} src={icon} size={64} />
        <chakra.div minW={0}>
          <chakra.p fontSize="0.875rem" overflowWrap="anywhere">
            {known.email}
          </chakra.p>
          <chakra.p fontSize="0.8125rem" color="muted">
            {words.emailHint}
          </chakra.p>
        </chakra.div>
      </chakra.div>
      <Field label={words.displayName} hint={words.nameHint} required max={longest} value={name}>
        <TextInput
          name="displayName"
          autoComplete="nickname"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Field>
      <Field label={words.icon} hint={words.iconHint} group>
        <chakra.div display="grid" gap={2} justifyItems="start">
          {icons.length > 1 &&
            icons.map(({ value, label }) => (
              <Radio key={value} name="icon" label={label} checked={icon === value} onChange={() => setIcon(value)} />
            ))}
          <Button size="s" busy={isSending} onClick={() => picker.current?.click()}>
            {words.choosePicture}
          </Button>
          <input
            ref={picker}
            type="file"
            hidden
            accept="image/*"
            aria-label={words.choosePicture}
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? []
              // Allows choosing the same file again after a failure.
              event.currentTarget.value = ''
              if (file) void send(file)
            }}
          />
        </chakra.div>
      </Field>
      <chakra.p
        role={said.isProblem ? 'alert' : 'status'}
        fontSize="0.875rem"
        minH="1.7em"
        color={said.isProblem ? 'bad' : 'ok'}
      >
        {said.text}
      </chakra.p>
      <div>
        <BrandButton type="submit" aria-busy={isSaving || undefined}>
          {isSaving ? words.saving : words.save}
        </BrandButton>
      </div>
    </chakra.form>
  )
}
