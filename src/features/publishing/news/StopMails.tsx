import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { at } from '#client/at.ts'
import { routes } from '#client/routes.ts'
import { useAddressQuery, useFanCall } from '#client/useFanAnswer.ts'
import type { CallError } from '#kit/callError.ts'
import { LinkButton } from '#ui/Button.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { BrandButton } from '#ui/fan/BrandButton.tsx'
import { MailIcon } from '#ui/look/icons.tsx'
import type { memberNews } from './contract'
import { useMailNewsWords } from './words'

/** Unsubscribes only on press, because mail scanners open links. */
export const StopMails = () => {
  const words = useMailNewsWords()
  const ask = useFanCall()
  const query = useAddressQuery()
  const [stopped, setStopped] = useState<string | null>(null)
  const [problem, setProblem] = useState<'linkUnknown' | 'tooMany' | 'failed' | null>(null)
  const [isSending, setSending] = useState(false)
  if (query === null) return <SkeletonText lines={3} />
  const token = query.get('token') ?? ''
  const stop = async () => {
    if (isSending) return
    setSending(true)
    setProblem(null)
    try {
      const { brand } = await ask(at<typeof memberNews>()('stopNewsByMail'), { token })
      setStopped(brand.name)
    } catch (error) {
      const { code } = error as CallError
      const isUnknown = code === 'linkUnknown' || code === 'validation'
      setProblem(isUnknown ? 'linkUnknown' : code === 'tooManyRequests' ? 'tooMany' : 'failed')
    } finally {
      setSending(false)
    }
  }
  const settings = <LinkButton href={routes.myAccount()}>{words.settings}</LinkButton>
  const icon = <MailIcon size={24} />
  if (stopped !== null)
    return (
      <div role="status">
        <EmptyState icon={icon} title={words.stopped(stopped)} text={words.stoppedText} action={settings} />
      </div>
    )
  if (token === '' || problem === 'linkUnknown')
    return (
      <div role="alert">
        <EmptyState icon={icon} title={words.incomplete} text={words.incompleteText} action={settings} />
      </div>
    )
  return (
    <chakra.div display="grid" gap={5} maxW="520px">
      <p>{words.stopText}</p>
      {problem && (
        <chakra.p role="alert" fontSize="0.875rem" color="bad">
          {words[problem]}
        </chakra.p>
      )}
      <div>
        <BrandButton data-testid="stop-mails" aria-busy={isSending || undefined} onClick={() => void stop()}>
          {words.stop}
        </BrandButton>
      </div>
    </chakra.div>
  )
}
