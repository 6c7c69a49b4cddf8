import { chakra } from '@chakra-ui/react'
import { type FormEvent, useState } from 'react'
import { z } from 'zod'
import { useWrite } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import { type Member, tenants } from '#club/tenants/contract.ts'
import { invitationAhead } from '#club/tenants/lettersAhead.ts'
import type { ResultOf, Role } from '#kit/contract.ts'
import { email } from '#kit/text.ts'
import { clubPage } from '#office/club/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { Checkbox, Radio } from '#ui/form/Switch.tsx'
import { useZodForm } from '#ui/form/state/useZodForm.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useUiWords } from '#ui/words.tsx'
import { useTenantWords } from './words'

type Club = ResultOf<typeof clubPage.getTenant>
type Access = { role: Role; brandIds: string[] | null }

/** The role, and the brands it is for; an owner always has all brands. */
const AccessFields = ({ club, value, onChange }: { club: Club; value: Access; onChange: (value: Access) => void }) => {
  const { member: words, roles, roleNotes } = useTenantWords()
  const toggle = (brandId: string, on: boolean) => {
    const chosen = value.brandIds ?? []
    const next = on ? [...chosen, brandId] : chosen.filter((id) => id !== brandId)
    onChange({ ...value, brandIds: next.length === 0 ? club.brandScope : next })
  }
  return (
    <>
      <Field group label={words.role}>
        <chakra.div display="grid" gap={2}>
          {club.invitableRoles.map((role) => (
            <Radio
              key={role}
              name="role"
              value={role}
              label={roles[role]}
              hint={roleNotes[role]}
              checked={value.role === role}
              onChange={() => onChange({ ...value, role })}
            />
          ))}
        </chakra.div>
      </Field>
      {(club.brands.length > 1 || club.brandScope) && value.role !== 'owner' && (
        <Field group label={words.brands}>
          <chakra.div display="grid" gap={2}>
            {club.brandScope === null && (
              <Radio
                name="brands"
                label={words.allBrands}
                checked={value.brandIds === null}
                onChange={() => onChange({ ...value, brandIds: null })}
              />
            )}
            {club.brands.map(({ brandId, name }) => (
              <Checkbox
                key={brandId}
                label={name}
                checked={value.brandIds?.includes(brandId) ?? false}
                onChange={(event) => toggle(brandId, event.currentTarget.checked)}
              />
            ))}
          </chakra.div>
        </Field>
      )}
    </>
  )
}

type DialogProps = { club: Club; onClose: () => void }

const saidBy = ({ name, myName }: Club, role: Role) => ({ role, club: name, inviter: myName })

export const InviteDialog = ({ club, onClose }: DialogProps) => {
  const { member: words, refusals } = useTenantWords()
  const { cancel } = useUiWords()
  const attempt = useAttempt(refusals)
  const invite = useWrite(tenants.inviteTenantMember, { refresh: [tenants.getTenantMembers] })
  const [access, setAccess] = useState<Access>({ role: 'editor', brandIds: club.brandScope })
  const reader = useReader()
  const form = useZodForm<{ email: string }>({ schema: z.object({ email }), values: { email: '' } })
  const send = form.submit(async (values) => {
    await attempt(
      async () => {
        await invite.mutateAsync({ tenantId: club.tenantId, email: values.email, ...access })
        toast({ tone: 'ok', title: words.sent(values.email) })
        onClose()
      },
      { onFields: form.showFailure },
    )
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.inviteTitle}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button look="primary" type="submit" form="invite" busy={invite.isPending}>
            {words.send}
          </Button>
        </>
      }
    >
      <form id="invite" onSubmit={send} noValidate>
        <Fields>
          <chakra.p color="muted" fontSize="0.875rem">
            {words.inviteText}
          </chakra.p>
          <Field label={words.email} required error={form.formState.errors.email?.message}>
            <TextInput type="email" autoComplete="off" {...form.register('email')} />
          </Field>
          <AccessFields club={club} value={access} onChange={setAccess} />
          <LettersToSend
            count={1}
            letters={[{ letter: invitationAhead(reader, saidBy(club, access.role)), locale: reader.locale }]}
          />
        </Fields>
      </form>
    </Dialog>
  )
}

/** Invites the same address anew, as it was invited. */
export const InviteAgainDialog = ({ club, member, onClose }: DialogProps & { member: Member }) => {
  const { member: words, refusals } = useTenantWords()
  const attempt = useAttempt(refusals)
  const invite = useWrite(tenants.inviteTenantMember, { refresh: [tenants.getTenantMembers] })
  const reader = useReader()
  const { email: address, role, brandIds } = member
  const send = async () => {
    await attempt(async () => {
      await invite.mutateAsync({ tenantId: club.tenantId, email: address, role, brandIds })
      toast({ tone: 'ok', title: words.sent(address) })
    })
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={send}
      title={words.againTitle(address)}
      confirm={words.send}
      tone="primary"
    >
      <chakra.p mb={4}>{words.againText}</chakra.p>
      <LettersToSend
        count={1}
        letters={[{ letter: invitationAhead(reader, saidBy(club, role)), locale: reader.locale }]}
      />
    </ConfirmDialog>
  )
}

export const RoleDialog = ({ club, member, onClose }: DialogProps & { member: Member }) => {
  const { member: words, refusals } = useTenantWords()
  const { cancel } = useUiWords()
  const attempt = useAttempt(refusals)
  const update = useWrite(tenants.updateTenantMember, { refresh: [tenants.getTenantMembers, clubPage.getTenant] })
  const [access, setAccess] = useState<Access>({ role: member.role, brandIds: member.brandIds })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    await attempt(async () => {
      await update.mutateAsync({ tenantId: club.tenantId, memberId: member.memberId, ...access })
      toast({ tone: 'ok', title: words.changed })
      onClose()
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.changeTitle(member.displayName || member.email)}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button look="primary" type="submit" form="role" busy={update.isPending}>
            {words.save}
          </Button>
        </>
      }
    >
      <form id="role" onSubmit={save}>
        <Fields>
          <AccessFields club={club} value={access} onChange={setAccess} />
        </Fields>
      </form>
    </Dialog>
  )
}
