import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { Fields, showAnchored } from '#ui/form/Field.tsx'
import { UploadIcon } from '#ui/look/icons.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useUiWords } from '#ui/words.tsx'
import { bankAccounts, documentKinds, documentTypes, largestDocument } from './contract'
import type { Answer, Ids } from './read'
import { useBankWords } from './words'

type Kind = (typeof documentKinds)[number]
/** Cards and steps that ask for it lead here. */
const anchor = 'identity'
const tones = { none: 'plain', submitted: 'info', verified: 'ok', failed: 'bad' } as const

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

type ChoiceProps = { label: string; file: File | undefined; onChoose: (file: File | undefined) => void }
/** Replaces the native file input, whose label is in the browser's language and not in the page's. */
const DocumentChoice = ({ label, file, onChoose }: ChoiceProps) => {
  const { identity: words } = useBankWords()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div>
      <chakra.p fontSize="sm" fontWeight="semibold" mb={1.5}>
        {label}
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3}>
        <Button size="s" aria-label={`${words.choose}: ${label}`} onClick={() => input.current?.click()}>
          <UploadIcon size={16} />
          {words.choose}
        </Button>
        <chakra.span fontSize="sm" color="muted" overflowWrap="anywhere" aria-live="polite">
          {file?.name ?? words.noFile}
        </chakra.span>
      </chakra.div>
      <input
        ref={input}
        type="file"
        hidden
        accept={documentTypes.join(',')}
        onChange={(event) => onChoose(event.currentTarget.files?.[0])}
      />
    </div>
  )
}

type IdentityProps = { ids: Ids; identity: Answer['identity']; canSend: boolean }
export const IdentityCard = ({ ids, identity, canSend }: IdentityProps) => {
  const { identity: words, refusals } = useBankWords()
  const ui = useUiWords()
  const locale = useLocale()
  const attempt = useAttempt(refusals)
  const write = useWrite(bankAccounts.submitIdentityCheck, { refresh: [bankAccounts.getBankAccount] })
  const [files, setFiles] = useState<Partial<Record<Kind, File>>>({})
  const state = identity.state ?? 'none'
  useEffect(() => {
    if (window.location.hash === `#${anchor}`) showAnchored(anchor)
  }, [])
  const isOpen = canSend && (state === 'none' || state === 'failed')
  // Without the front nobody can check who it is, and the answer would take days.
  const needed: readonly Kind[] = identity.needsRegistry ? ['front', 'registry'] : ['front']
  const lacking = needed.filter((kind) => !files[kind])
  const choose = (kind: Kind, file: File | undefined) => {
    if (file && file.size > largestDocument) return toast({ tone: 'bad', title: words.tooLarge })
    if (file && !documentTypes.some((type) => type === file.type)) return toast({ tone: 'bad', title: words.wrongType })
    const { [kind]: _, ...others } = files
    setFiles(file ? { ...others, [kind]: file } : others)
  }
  const submit = () =>
    attempt(async () => {
      const documents = []
      for (const kind of documentKinds) {
        const file = files[kind]
        if (file)
          documents.push({ kind, contentType: file.type as (typeof documentTypes)[number], data: await base64Of(file) })
      }
      await write.mutateAsync({ ...ids, documents })
      setFiles({})
      toast({ tone: 'ok', title: words.submitted })
    })
  return (
    <Card title={words.title} action={<Badge tone={tones[state]}>{words.states[state]}</Badge>}>
      <Fields id={anchor}>
        <chakra.p color="muted" fontSize="sm">
          {words.lead}
        </chakra.p>
        {identity.isOtherName && (state === 'none' || state === 'failed') && (
          <Notice tone="warn">{words.otherName}</Notice>
        )}
        {(identity.submittedAt !== null || identity.reason !== '') && (
          <chakra.p fontSize="sm" color="muted">
            {identity.submittedAt !== null && words.submittedAt(dateText(identity.submittedAt, locale))}
            {identity.decidedAt !== null && ` · ${words.decidedAt(dateText(identity.decidedAt, locale))}`}
            {identity.reason !== '' && <chakra.span display="block">{words.reason(identity.reason)}</chakra.span>}
          </chakra.p>
        )}
        {isOpen && (
          <>
            <chakra.p fontSize="sm" color="muted">
              {words.hint} {identity.needsRegistry && words.needsRegistry}
            </chakra.p>
            {documentKinds.map((kind) => (
              <DocumentChoice
                key={kind}
                label={words[kind]}
                file={files[kind]}
                onChoose={(file) => choose(kind, file)}
              />
            ))}
            <Button look="primary" busy={write.isPending} disabled={lacking.length > 0} onClick={submit}>
              {words.submit}
            </Button>
            {lacking.length > 0 && (
              <chakra.p fontSize="sm" color="muted" mt={-3}>
                {words.lacking(ui.listOf(lacking.map((kind) => words[kind])))}
              </chakra.p>
            )}
          </>
        )}
      </Fields>
    </Card>
  )
}
