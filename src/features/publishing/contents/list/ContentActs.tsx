import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { routes } from '#client/routes.ts'
import { useWrite } from '#client/useOperation.ts'
import { useUndo } from '#club/bin/parts.tsx'
import { isCallError } from '#kit/callError.ts'
import { Button } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { useFailure } from '#ui/useFailure.ts'
import { useUiWords } from '#ui/words.tsx'
import { type ContentListItem, contents } from '../contract'
import { useContentWords } from '../words'

export type Act = 'publish' | 'revert' | 'remove'
type Item = Pick<ContentListItem, 'planContentId' | 'name' | 'status' | 'editedAt'>

/** Drafts are published and deleted, all others are turned back into drafts. */
export const suits = (act: Act, { status }: Item) => (act === 'revert') === (status !== 'draft')

type Left = { item: Item; why: string }
type ContentActsProps = {
  ids: { tenantId: string; brandId: string }
  act: Act
  items: readonly Item[]
  clear: () => void
  onClose: () => void
}

/**
 * Asks, and does the act one content after the other: each is done as it was when it was chosen, or is left as it is and
 * named with the reason.
 */
export const ContentActs = ({ ids, act, items, clear, onClose }: ContentActsProps) => {
  const { bulk, refusals, unnamed } = useContentWords()
  const { close } = useUiWords()
  const { textOf } = useFailure(refusals)
  const refresh = {
    refresh: [contents.getPlanContentsWithPlans, contents.getPrivatePlanContent, contents.getScheduledActions],
  }
  const writes = {
    publish: useWrite(contents.publishPlanContent, refresh),
    revert: useWrite(contents.revertPlanContentToDraft, refresh),
    remove: useWrite(contents.deletePlanContent, refresh),
  }
  const tell = useUndo(ids, 'content', refresh.refresh)
  const [result, setResult] = useState<{ done: number; left: Left[] } | null>(null)
  // The list loads anew while this is still on its way.
  const [chosen] = useState(items)
  const suited = chosen.filter((item) => suits(act, item))
  const words = bulk.acts[act]
  const run = async () => {
    const left: Left[] = []
    for (const item of suited) {
      const { planContentId, editedAt } = item
      try {
        await writes[act].mutateAsync({ ...ids, planContentId, expectedEditedAt: editedAt })
      } catch (error) {
        if (!isCallError(error)) throw error
        const lacking = error.code === 'incomplete' ? error.fields?.[0]?.field : undefined
        left.push({ item, why: (lacking && bulk.lacks[lacking]) ?? textOf(error) })
      }
    }
    clear()
    if (left.length > 0) return setResult({ done: suited.length - left.length, left })
    if (act === 'remove')
      tell(
        words.done(suited.length),
        suited.map(({ planContentId, name }) => ({ itemId: planContentId, name })),
      )
    else toast({ tone: 'ok', title: words.done(suited.length) })
    onClose()
  }
  if (result)
    return (
      <Dialog
        open
        title={words.some(result.done, result.left.length)}
        onClose={onClose}
        footer={
          <Button data-autofocus onClick={onClose}>
            {close}
          </Button>
        }
      >
        <chakra.ul display="grid" gap={3}>
          {result.left.map(({ item: { planContentId, name }, why }) => (
            <li key={planContentId}>
              <chakra.span color="accentText" fontWeight="semibold" overflowWrap="anywhere">
                <Link href={routes.content({ ...ids, contentId: planContentId })}>{name || unnamed}</Link>
              </chakra.span>
              <chakra.span display="block" color="muted" fontSize="sm">
                {why}
              </chakra.span>
            </li>
          ))}
        </chakra.ul>
      </Dialog>
    )
  const [only] = suited
  const title = suited.length === 1 && only ? words.titleOf(only.name || unnamed) : words.title(suited.length)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={run}
      title={title}
      confirm={words.verb}
      tone={act === 'publish' ? 'primary' : 'danger'}
    >
      <p>{words.text}</p>
      {suited.length < chosen.length && <p>{words.skipped(chosen.length - suited.length)}</p>}
    </ConfirmDialog>
  )
}
