import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import { useLocale } from '#client/words.tsx'
import { useTenantUser } from '#club/identity/session.tsx'
import { suspensionReasonNames } from '#club/tenants/suspension.ts'
import type { ResultOf } from '#kit/contract.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { clubPage } from '../contract'
import { useTenantWords } from '../words'
import { closing, closingMessageLength } from './contract'
import { closedByOwner, closingNotice } from './mails'

type ClosingRequest = { brandId: string | null; name: string; members: number; closesAt: number }
const tones = { open: 'ok', closing: 'warn', closed: 'plain' } as const

/** For owners: closes a brand, or the club with all its brands. */
export const Closing = ({ tenantId }: { tenantId: string }) => {
  const { closing: words } = useTenantWords()
  const locale = useLocale()
  const read = useRead(closing.getClosing, { tenantId })
  const [asked, setAsked] = useState<ClosingRequest | null>(null)
  const found = read.data
  const open = found?.brands.filter(({ state }) => state === 'open') ?? []
  return (
    <Card title={words.title} lead={words.lead}>
      {read.failed ? (
        <FailedState {...read.failed} />
      ) : !found ? (
        <SkeletonText lines={3} />
      ) : (
        <>
          {found.tenant.reason !== null && (
            <Notice tone="warn" mb={4}>
              <strong>{words.byPlatform}</strong>
              <p>{words.reason(suspensionReasonNames[found.tenant.reason][locale])}</p>
              <p>{words.said}</p>
            </Notice>
          )}
          <chakra.ul listStyleType="none" borderWidth="1px" borderColor="border" borderRadius="m">
            {found.brands.map((brand) => (
              <chakra.li
                key={brand.brandId}
                display="flex"
                flexWrap="wrap"
                alignItems="center"
                gap={3}
                px={4}
                py={3}
                minH="60px"
                css={{ '& + &': { borderTopWidth: '1px', borderColor: 'border' } }}
              >
                <chakra.span flex="1 1 160px" minW="0" fontWeight="semibold" overflowWrap="anywhere">
                  {brand.name}
                </chakra.span>
                <Badge tone={tones[brand.state]}>{words.states[brand.state]}</Badge>
                {brand.state === 'closing' && (
                  <chakra.span color="muted" fontSize="sm">
                    {words.until(dateText(brand.closesAt, locale))}
                  </chakra.span>
                )}
                {brand.state === 'open' && (
                  <Button size="s" aria-label={words.closeBrandOf(brand.name)} onClick={() => setAsked(brand)}>
                    {words.closeBrand}
                  </Button>
                )}
              </chakra.li>
            ))}
          </chakra.ul>
          {found.tenant.state === 'open' ? (
            <chakra.div mt={4}>
              <Button
                size="s"
                onClick={() =>
                  setAsked({
                    brandId: null,
                    name: found.tenant.name,
                    members: open.reduce((sum, { members }) => sum + members, 0),
                    closesAt: Math.max(...found.brands.map(({ closesAt }) => closesAt)),
                  })
                }
              >
                {words.closeClub}
              </Button>
            </chakra.div>
          ) : (
            <chakra.p mt={4}>
              <Badge tone={tones[found.tenant.state]}>{words.states[found.tenant.state]}</Badge>
            </chakra.p>
          )}
        </>
      )}
      {asked && found && (
        <CloseDialog tenantId={tenantId} asked={asked} told={found.told} onClose={() => setAsked(null)} />
      )}
    </Card>
  )
}

type DialogProps = {
  tenantId: string
  asked: ClosingRequest
  told: ResultOf<typeof closing.getClosing>['told']
  onClose: () => void
}

const CloseDialog = ({ tenantId, asked, told, onClose }: DialogProps) => {
  const { closing: words, refusals } = useTenantWords()
  const locale = useLocale()
  const attempt = useAttempt(refusals)
  const { refresh } = useTenantUser()
  const shown = { refresh: [closing.getClosing, clubPage.getTenant] }
  const [closeBrand, closeTenant] = [useWrite(closing.closeBrand, shown), useWrite(closing.closeTenant, shown)]
  const [message, setMessage] = useState('')
  const { brandId, name, closesAt } = asked
  const reader = useReader()
  const toMembers = {
    letter: closingNotice(reader, { name, closesAt, message: message.trim() }, 'now'),
    locale: reader.locale,
  }
  const toOwners = told.locales.map((each) => ({
    letter: closedByOwner({ origin: reader.origin, locale: each }, { name, closesAt }),
    locale: each,
  }))
  const run = async () => {
    const said = { tenantId, typedName: name, ...(message.trim() !== '' && { message }) }
    const isDone = await attempt(() =>
      brandId === null ? closeTenant.mutateAsync(said) : closeBrand.mutateAsync({ ...said, brandId }),
    )
    if (!isDone) return
    toast({ tone: 'ok', title: words.done })
    onClose()
    await refresh()
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={run}
      title={brandId === null ? words.clubTitle(name) : words.brandTitle(name)}
      confirm={brandId === null ? words.closeClub : words.closeBrand}
      typed={name}
    >
      <chakra.ul pl={5} display="grid" gap={1.5} listStyleType="disc">
        <li>{words.now}</li>
        <li>{words.noRenewals}</li>
        <li>{words.kept(asked.members, dateText(asked.closesAt, locale))}</li>
        {asked.members > 0 && <li>{words.told}</li>}
        <li>{words.stays}</li>
      </chakra.ul>
      <Field label={words.message} hint={words.messageHint} max={closingMessageLength} value={message}>
        <TextArea rows={3} value={message} onChange={(event) => setMessage(event.currentTarget.value)} />
      </Field>
      <LettersToSend
        count={asked.members + told.owners}
        letters={asked.members > 0 ? [toMembers, ...toOwners] : toOwners}
      />
    </ConfirmDialog>
  )
}
