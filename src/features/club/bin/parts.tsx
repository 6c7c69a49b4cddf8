import { type ReactNode, useState } from 'react'
import { useWrite } from '#client/useOperation.ts'
import type { Operation } from '#kit/contract.ts'
import { LinkButton } from '#ui/Button.tsx'
import { TrashIcon } from '#ui/look/icons.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import type { MenuItem } from '#ui/overlay/Menu.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import type { BinKind } from './bin'
import { bin } from './contract'
import { binHref } from './links'
import { BinWords, useBinWords } from './words'

type Ids = { tenantId: string; brandId: string }
export type Deleted = { itemId: string; name: string }

/** Around a screen whose things can be deleted. */
export const WithBin = ({ children }: { children: ReactNode }) => <BinWords>{children}</BinWords>

/** From a list to what was deleted of it. */
export const BinLink = ({ ids, kind }: { ids: Ids; kind: BinKind }) => {
  const words = useBinWords()
  return (
    <LinkButton look="quiet" href={binHref(ids, kind)}>
      <TrashIcon size={16} />
      {words.link}
    </LinkButton>
  )
}

/** Says that something is in the bin, and takes it back by one press. `refresh`: the reads that show it. */
export const useUndo = (ids: Ids | null, kind: BinKind, refresh: readonly Operation[]) => {
  const words = useBinWords()
  const attempt = useAttempt(words.refusals)
  const restore = useWrite(bin.restoreFromBin, { refresh: [...refresh, bin.getBin] })
  return (title: string, deleted: readonly Deleted[]) => {
    const undo = () =>
      attempt(async () => {
        if (!ids) return
        for (const { itemId } of deleted) await restore.mutateAsync({ ...ids, kind, itemId })
        const [only] = deleted
        const isOne = deleted.length === 1 && only
        toast({
          tone: 'ok',
          title: isOne ? words.restored(only.name || words.unnamed) : words.restoredMany(deleted.length),
        })
      })
    toast({ tone: 'ok', title, action: { label: words.undo, onPress: () => void undo() } })
  }
}

type Moved = { itemId: string; name: string; editedAt: number }

/**
 * Deletes an item of a list or of its own page: the entry for the menu, and the dialog that asks. `refresh`: the reads that show it;
 * of a page the list's alone, as `onMoved` leaves the page.
 */
export const useMoveToBin = (
  ids: Ids | null,
  kind: 'plan' | 'goods' | 'event',
  refresh: readonly Operation[],
  onMoved?: () => unknown,
) => {
  const words = useBinWords()
  const attempt = useAttempt(words.refusals)
  const move = useWrite(bin.moveToBin, { refresh: [...refresh, bin.getBin] })
  const tell = useUndo(ids, kind, refresh)
  const [asked, setAsked] = useState<Moved | null>(null)
  const nameOf = ({ name }: Moved) => name || words.unnamed
  const run = ({ editedAt, ...item }: Moved) =>
    attempt(async () => {
      if (!ids) return
      await move.mutateAsync({ ...ids, kind, itemId: item.itemId, expectedEditedAt: editedAt })
      tell(words.moved(item.name || words.unnamed), [item])
      await onMoved?.()
    })
  const entry = (item: Moved): MenuItem => ({
    key: 'delete',
    label: words.move,
    danger: true,
    onSelect: () => setAsked(item),
  })
  const dialog = asked && (
    <ConfirmDialog
      open
      onClose={() => setAsked(null)}
      onConfirm={async () => {
        await run(asked)
        setAsked(null)
      }}
      title={words.moveTitle(nameOf(asked))}
      confirm={words.move}
    >
      <p>{words.moveText}</p>
    </ConfirmDialog>
  )
  return { entry, dialog }
}
