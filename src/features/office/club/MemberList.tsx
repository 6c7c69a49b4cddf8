import { useState } from 'react'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { useTenantUser } from '#club/identity/session.tsx'
import { type Member, tenants } from '#club/tenants/contract.ts'
import type { ResultOf } from '#kit/contract.ts'
import type { clubPage } from '#office/club/contract.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { PlusIcon } from '#ui/look/icons.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import type { MenuItem } from '#ui/overlay/Menu.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useUiWords } from '#ui/words.tsx'
import { InviteAgainDialog, InviteDialog, RoleDialog } from './MemberDialogs'
import { useTenantWords } from './words'

type Club = ResultOf<typeof clubPage.getTenant>
type OpenDialog = { act: 'invite' } | { act: 'again' | 'change' | 'remove'; member: Member } | null

/** Members of the club; each row says what the reader may do with it. */
export const MemberList = ({ club }: { club: Club }) => {
  const words = useTenantWords()
  const { asked: query } = useListQuery(['name', 'role', 'since'])
  const read = useRead(tenants.getTenantMembers, { tenantId: club.tenantId, ...query })
  const [asked, setAsked] = useState<OpenDialog>(null)
  const columns = useColumns(club)
  const actionsOf = useActions(setAsked)
  return (
    <>
      <Card
        flush
        title={words.home.staff}
        lead={words.home.staffLead}
        action={
          club.canInvite && (
            <Button onClick={() => setAsked({ act: 'invite' })}>
              <PlusIcon size={16} />
              {words.member.invite}
            </Button>
          )
        }
      >
        <DataTable
          label={words.home.staffLabel}
          columns={columns}
          list={read}
          items={read.data?.members}
          itemId={({ memberId }) => memberId}
          itemName={({ displayName, email }) => displayName || email}
          actions={actionsOf}
          search={words.member.search}
          empty={<EmptyState title={words.home.staff} text={words.home.staffLead} />}
        />
      </Card>
      {asked?.act === 'invite' && <InviteDialog club={club} onClose={() => setAsked(null)} />}
      {asked?.act === 'again' && <InviteAgainDialog club={club} member={asked.member} onClose={() => setAsked(null)} />}
      {asked?.act === 'change' && <RoleDialog club={club} member={asked.member} onClose={() => setAsked(null)} />}
      {asked?.act === 'remove' && <RemoveDialog club={club} member={asked.member} onClose={() => setAsked(null)} />}
    </>
  )
}

const useActions = (ask: (asked: OpenDialog) => void) => {
  const { member: words } = useTenantWords()
  return (member: Member): MenuItem[] => [
    ...(member.canChange && member.invitation
      ? [{ key: 'again', label: words.again, onSelect: () => ask({ act: 'again', member }) }]
      : []),
    ...(member.canChange
      ? [{ key: 'change', label: words.change, onSelect: () => ask({ act: 'change', member }) }]
      : []),
    ...(member.canRemove
      ? [
          {
            key: 'remove',
            label: member.isMe ? words.leave : member.status === 'invited' ? words.withdraw : words.remove,
            danger: true,
            onSelect: () => ask({ act: 'remove', member }),
          },
        ]
      : []),
  ]
}

const useColumns = (club: Club): readonly Column<Member>[] => {
  const { member: words, roles } = useTenantWords()
  const { listOf } = useUiWords()
  const locale = useLocale()
  const brandNames = new Map(club.brands.map(({ brandId, name }) => [brandId, name]))
  return [
    {
      id: 'name',
      header: words.name,
      main: true,
      sort: 'name',
      cell: (member) => (
        <NameCell
          name={member.displayName || member.email}
          note={member.displayName && member.email}
          media={<Avatar name={member.displayName || member.email} size={40} />}
          mark={
            member.isMe ? (
              <Badge>{words.me}</Badge>
            ) : (
              member.invitation && (
                <Badge tone={member.invitation.hasLapsed ? 'bad' : 'warn'}>
                  {member.invitation.hasLapsed ? words.lapsed : words.invited}
                </Badge>
              )
            )
          }
        />
      ),
    },
    { id: 'role', header: words.role, sort: 'role', cell: ({ role }) => roles[role] },
    {
      id: 'brands',
      header: words.brands,
      hideOnPhone: true,
      wrap: true,
      cell: ({ brandIds }) => (brandIds ? listOf(brandIds.map((id) => brandNames.get(id) ?? '–')) : words.allBrands),
    },
    {
      id: 'since',
      header: words.since,
      sort: 'since',
      sortsDown: true,
      cell: ({ joinedAt, invitedAt, invitation }) => {
        if (!invitation) return dateText(joinedAt ?? invitedAt, locale)
        const until = dateText(invitation.until, locale, { short: true })
        return invitation.hasLapsed ? words.lapsedOn(until) : words.invitedUntil(until)
      },
    },
  ]
}

type RemoveProps = { club: Club; member: Member; onClose: () => void }

const RemoveDialog = ({ club, member, onClose }: RemoveProps) => {
  const { member: words, refusals } = useTenantWords()
  const attempt = useAttempt(refusals)
  const { refresh } = useTenantUser()
  const remove = useWrite(tenants.removeTenantMember, { refresh: [tenants.getTenantMembers] })
  const name = member.displayName || member.email
  const says = member.isMe
    ? { title: words.leaveTitle, text: words.leaveText, confirm: words.leave, done: words.removed }
    : member.status === 'invited'
      ? {
          title: words.withdrawTitle(member.email),
          text: words.withdrawText,
          confirm: words.withdraw,
          done: words.withdrawn,
        }
      : { title: words.removeTitle(name), text: words.removeText, confirm: words.remove, done: words.removed }
  const run = async () => {
    await attempt(async () => {
      await remove.mutateAsync({ tenantId: club.tenantId, memberId: member.memberId })
      toast({ tone: 'ok', title: says.done })
      if (member.isMe) await refresh()
    })
    onClose()
  }
  return (
    <ConfirmDialog open onClose={onClose} onConfirm={run} title={says.title} confirm={says.confirm}>
      {says.text}
    </ConfirmDialog>
  )
}
